import type { Problem } from '../../fields/problem.js';
import type { Context } from '../../http/dependencies.js';
import type { Route } from '../../http/route.js';
import type { LabelContext } from '../../labels/context.js';
import type { Change } from './changes.js';
import type { Requests } from './requests.js';
import type { RequestRecord } from './runs.js';
import type { Mapping } from './mapping.js';
import type { AnswerShape, ValueOf } from './shape.js';
import type { TokenUse } from './tokens.js';

/** A vendor's interface as data: its routes, words and errors. */
export interface Vendor {
  /** The name in VENDORS and of its mapping file; the `face` of labels. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  readonly mapping: Mapping;
  /** The credentials of a request: a token, or a user and a password; null: none. */
  readonly credentials: (ctx: Context) => Credentials | null;
  /** The answer to a problem, in the vendor's words. */
  readonly refuse: (refusal: Refused) => Reply;
  readonly routes: readonly VendorRoute[];
}

export type Credentials = { readonly token: string } | { readonly user: string; readonly password: string };

/** A problem, and its kind where a vendor has a word for it. */
export interface Refused {
  readonly problem: Problem;
  readonly kind: 'unauthorized' | 'expired' | 'forbidden' | 'limited' | 'invalid' | 'failed';
  /** The vendor's own refusal. */
  readonly own: Refusal | null;
}

/** A refusal of a vendor's route, with the vendor's code. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: number,
    readonly code: string | number,
    message: string,
  ) {
    super(message);
  }
}

export interface Reply {
  readonly status?: number;
  /** Absent: no body. */
  readonly body?: object;
  /** A list in place of the body. */
  readonly list?: {
    /** Its name in the answer, whose other members the items return at their end; null: the answer is the list alone. */
    readonly name: string | null;
    readonly items: ListItems;
    /** Answered in place of an empty list. */
    readonly empty?: number;
  };
}

/** The items of a list; each is read when it is sent. */
export type ListItems = AsyncGenerator<object, object> | AsyncGenerator<object, void>;

/** A request of a vendor's client, after its checks. */
export interface VendorCall<Body = unknown> {
  readonly context: LabelContext;
  readonly requests: Requests;
  readonly mapping: Mapping;
  readonly now: Date;
  /** The address of this server as the client wrote it. */
  readonly origin: string;
  readonly query: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  /** The body, of the route's shape. */
  readonly body: Body;
  /** The file of a form. */
  readonly file: Uint8Array | null;
  /** The bytes of a picture on a label, as an update. @throws {Problem} */
  readonly show: (
    code: string,
    picture: Uint8Array,
    options: { fit: 'contain' | 'stretch' | 'exact'; dither: boolean },
  ) => Promise<void>;
  readonly submit: (changes: readonly Change[], adopts?: boolean) => ReturnType<Requests['submit']>;
  readonly request: (id: number) => Promise<RequestRecord | null>;
  /** Those of the request, as `Vendor.credentials` finds them. */
  readonly credentials: Credentials | null;
  /** Issues a token for the caller of a login. */
  readonly token: (use: TokenUse, lifetimeS: number) => Promise<string>;
  /** Checks the credentials that a login has in its body. @throws {Problem} */
  readonly login: (credentials: Credentials, use?: TokenUse) => Promise<void>;
}

/** A request whose body has a shape. */
export type CallWith<Shape> = VendorCall<ValueOf<Shape>>;

export interface VendorRoute<Body = unknown> {
  readonly method: Route['method'];
  /** All paths of the route. */
  readonly paths: readonly string[];
  readonly summary: string;
  /** The scope that a key needs; login: its handler checks the credentials. */
  readonly scope: 'read' | 'update' | 'manage' | 'login';
  readonly query?: Readonly<Record<string, AnswerShape>>;
  /** Absent: a body of JSON is not read. */
  readonly body?: AnswerShape;
  /** Whether the body is a form with a file. */
  readonly form?: true;
  /** The maximum bytes of the body. */
  readonly bytes?: number;
  /** The statuses of its answers. */
  readonly statuses: readonly number[];
  /** What of the answer no source states. */
  readonly assumed?: string;
  /** How many labels the request draws, beyond the first; counted as updates. */
  drawn?(call: VendorCall<Body>): Promise<number> | number;
  handle(call: VendorCall<Body>): Promise<Reply> | Reply;
}

/**
 * Describes the routes of a vendor, each with its `status` and those of its errors. The scope of a GET is `read`, of others `update`,
 * if it is not given.
 * @param pathsOf the full paths of a path
 * @param queryOf the query of a path, if it is not given
 */
export function routesOf(
  pathsOf: (path: string) => string | readonly string[],
  errors: readonly number[],
  status = 200,
  queryOf: (path: string) => VendorRoute['query'] = () => undefined,
) {
  return <const Shape extends AnswerShape = 'any'>(
    method: VendorRoute['method'],
    path: string | readonly string[],
    summary: string,
    rest: Omit<VendorRoute<ValueOf<Shape>>, 'method' | 'paths' | 'summary' | 'statuses' | 'scope' | 'body'> &
      Partial<Pick<VendorRoute, 'scope'>> & { readonly body?: Shape },
  ): VendorRoute => {
    const paths = [path].flat().flatMap(pathsOf);
    const query = queryOf(paths[0]!);
    const scope = method === 'GET' ? 'read' : 'update';
    return { method, paths, summary, scope, statuses: [status, ...errors], ...(query && { query }), ...rest };
  };
}

/** The name and password of Basic authentication, or the token of Bearer. */
export function authorizationOf(ctx: Context): Credentials | null {
  const [, scheme = '', text = ''] = /^(basic|bearer) +([!-~]+) *$/i.exec(ctx.get('Authorization')) ?? [];
  if (scheme === '') return null;
  if (scheme.toLowerCase() === 'bearer') return { token: text };
  const plain = Buffer.from(text, 'base64').toString();
  const at = plain.indexOf(':');
  return at < 0 ? null : { user: plain.slice(0, at), password: plain.slice(at + 1) };
}

/** The labels of articles that the changes update, and `more` of them, each counted once. */
export async function labelsOf(
  { requests, context }: VendorCall,
  store: string,
  ids: readonly string[],
  more: readonly string[] = [],
): Promise<number> {
  const articles = await Promise.all([...new Set(ids)].map((id) => requests.article(context, store, id)));
  return new Set([...more, ...articles.flatMap((article) => article?.labels ?? [])]).size;
}
