import type Koa from 'koa';
import type { Logger } from 'pino';
import type { OptionalFont } from '../../renderer/index.js';
import type { Config } from '../config.js';
import type { Problem } from '../fields/problem.js';
import type { Key } from '../keys/record.js';
import type { KeyRing } from '../keys/ring.js';
import type { LabelContext, Tools } from '../labels/context.js';
import type { LabelContexts } from '../labels/contexts.js';
import type { Backend } from '../labels/store/index.js';
import type { BudgetName, Limiter } from '../labels/store/limiter.js';
import type { OnceAsked } from '../labels/labels.js';
import type { Trouble } from '../labels/tag/tag.js';
import type { Metrics } from './metrics/metrics.js';
import type { PageFile } from './page-files.js';

/** Everything the application works with. Made by `serve.ts`, and by tests. */
export interface Dependencies extends Tools {
  readonly version: string;
  readonly config: Pick<Config, 'corsOrigin' | 'trustProxyHops' | 'simulate' | 'refreshSpeed'>;
  readonly contexts: LabelContexts;
  readonly keys: KeyRing;
  /** What keeps the labels of all tenants. */
  readonly backend: Pick<Backend, 'check' | 'close' | 'stats'>;
  readonly fonts: readonly OptionalFont[];
  readonly limiters: Readonly<Record<BudgetName, Limiter>>;
  readonly page: ReadonlyMap<string, PageFile>;
  readonly docs: ReadonlyMap<string, PageFile>;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** True once the process was asked to stop. */
  readonly stopping: () => boolean;
  /** True once the port is closed, and each connection is to end with its next answer. */
  readonly closed: () => boolean;
  /** Is told that somebody asked whether the server is ready: who does wants to see that before the port closes. */
  readonly readyAsked: () => void;
}

export interface State {
  requestId: string;
  /** Whose labels the request is about. There is none where no key is needed, see `Route.scope`. */
  context: LabelContext;
  /** The path of the route that answers, with `{name}` for parameters. */
  route?: string;
  /** What let the request in; null where nobody asked for a key. */
  key: Key | null;
  /** The name of the client, once it is asked for. */
  client?: string;
  /** The bytes of the body, once it was read. */
  received?: Uint8Array;
  /** What the request is refused with. */
  problem?: Problem;
  /** What X-ESL-Simulate makes of the tag. */
  trouble?: Trouble;
  /** Where the request has an Idempotency-Key, and was not done before. */
  once?: OnceAsked;
}

/** A request and its answer, with the parameters of the path. */
export type Context = Koa.ParameterizedContext<State, { params: Record<string, string> }>;
export type Handler = (ctx: Context, next: Koa.Next) => unknown;
