import { type Code, codeAt, codes } from '../../fields/problem.js';
import { idPattern } from '../../fields/schemas.js';
import { type Cost, costs } from '../budgets/costs.js';
import type { Dependencies } from '../dependencies.js';
import { bytesSchema, isOpenRoute, type Route, type Success, writtenPath } from '../route.js';
import { schemas } from './components.js';
import { headerComponents, named, optional, rateHeaderNames, rateHeaderObjects } from './headers.js';
import { ref, type JsonSchema } from './shapes.js';

const pathParameters: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>> = {
  id: { description: 'The id. GET without it lists all.', schema: { type: 'string', pattern: idPattern } },
  revision: { description: 'The number of a revision.', schema: { type: 'integer', minimum: 1 } },
  name: {
    description: 'The last part of the `type` of an error.',
    schema: { type: 'string', pattern: '^[a-z][a-z-]{0,63}$' },
  },
  number: { description: 'The number of a delivery.', schema: { type: 'integer', minimum: 1 } },
  file: {
    description: 'The name of a file.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$' },
  },
};

export function openApi(
  routes: readonly Route[],
  { version, keys }: Pick<Dependencies, 'version' | 'keys'>,
): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    (paths[writtenPath(route)] ??= {})[route.method.toLowerCase()] = operation(route, keys.required());
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'ESL simulator',
      version,
      summary: 'See an electronic shelf label without owning one.',
      description:
        'JSON in UTF-8 both ways. HEAD works wherever GET does. Methods that are not listed answer 405 with Allow. A slash at the end of a path changes nothing.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    // Operations without `security` are public.
    security: [],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      headers: headerComponents,
      securitySchemes: { key: keyScheme },
    },
  };
}

const keyScheme = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'esl_<live|test>_<id>_<secret>',
  description:
    'A key of esl-sim keys create, or of API_KEYS. Where there is none, the server is open. Keys in addresses and bodies are not read.',
};

/** The keys that an operation accepts. Without required keys, it accepts none too. */
function securityOf({ scope }: Route, keysRequired: boolean): JsonSchema {
  if (scope === 'public') return {};
  return { security: [...(keysRequired ? [] : [{}]), { key: [scope] }] };
}

function operation(route: Route, keysRequired: boolean): JsonSchema {
  const {
    operation,
    tag,
    summary,
    description,
    parameters = [],
    body,
    bytes,
    bytesExample,
    idPattern: ownPattern,
  } = route;
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => {
    const { description, schema } = pathParameters[name!]!;
    const own = name === 'id' && ownPattern !== undefined && { pattern: ownPattern };
    return { name: name!, in: 'path', required: true, description, schema: { ...schema, ...own } };
  });
  return {
    operationId: operation,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    parameters: [...inPath, ...parameters],
    ...securityOf(route, keysRequired),
    ...((body ?? bytes) && {
      requestBody: {
        required: true,
        content: {
          ...(body && { 'application/json': { schema: ref(body.schema), example: body.example } }),
          ...(bytes && {
            [bytes]: { schema: bytesSchema, ...(bytesExample !== undefined && { example: bytesExample }) },
          }),
        },
      },
    }),
    responses: responses(route, costs[operation] ?? undefined),
  };
}

const keyErrors = [
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
] as const;

const headersOfError: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** Statuses of requests that are refused before they are counted. */
const uncounted: ReadonlySet<number> = new Set([401, 403, 417, 421, 431]);

function responses(route: Route, cost: Cost | undefined): JsonSchema {
  const { path, success, scope, errors = [] } = route;
  const found: Record<string, { description: string; headers: JsonSchema; content?: Record<string, JsonSchema> }> = {};
  for (const answer of success) {
    const known = found[answer.status];
    const content = { ...known?.content, ...contentOf(answer) };
    found[answer.status] = {
      description: [known?.description, answer.description].filter(Boolean).join(' '),
      headers: {
        ...known?.headers,
        ...headersOf(cost),
        ...named(answer.headers ?? []),
        ...optional(answer.optionalHeaders ?? []),
      },
      ...(Object.keys(content).length > 0 && { content }),
    };
  }
  const failures: readonly (readonly [number, Code])[] = [
    ...errors,
    ...(cost ? ([[429, 'RATE_LIMIT_EXCEEDED']] as const) : []),
    ...(scope === 'public' ? [] : ([...keyErrors, [503, 'SERVER_ERROR']] as const)),
    [421, 'VALIDATION_ERROR'],
    [500, 'SERVER_ERROR'],
  ];
  for (const status of new Set(failures.map(([status]) => status))) {
    const mine = [...new Set(failures.filter(([other]) => other === status).map(([, code]) => code))];
    const answered = new Set(mine.map((code) => codeAt(code, path)));
    const schema = { allOf: [ref('Problem'), { properties: { code: { enum: [...answered] } } }] };
    const isClosed = status === 403 && !isOpenRoute(route);
    found[status] = {
      description:
        mine.map((code) => `${codeAt(code, path)}: ${codes[code].title}.`).join(' ') +
        (isClosed ? ' Or the request comes from a page of a site that CORS_ORIGIN does not list by name.' : ''),
      headers: {
        ...headersOf(uncounted.has(status) ? undefined : cost),
        ...named(headersOfError[status] ?? []),
        ...(status === 403 && optional(['WWW-Authenticate'])),
      },
      content: { 'application/problem+json': { schema }, 'application/json': { schema } },
    };
  }
  return found;
}

function contentOf({ type, schema }: Success): Record<string, JsonSchema> {
  return type === undefined ? {} : { [type]: schema ? { schema } : {} };
}

/** The headers of every response. Rate headers are optional if the cost depends on the request. */
function headersOf(cost: Cost | undefined): JsonSchema {
  const always = named(['X-Request-Id']);
  if (!cost) return always;
  return { ...always, ...(typeof cost.points === 'number' ? named(rateHeaderNames) : rateHeaderObjects) };
}
