import { type Code, codes } from '../../fields/problem.js';
import type { Dependencies } from '../dependencies.js';
import type { Route, Success } from '../route.js';
import { schemas } from './components.js';
import { ref, type Schema } from './shapes.js';

type Json = Readonly<Record<string, unknown>>;

const pathParameters: Readonly<Record<string, string>> = {
  id: 'The id. GET without it lists all.',
  revision: 'The number of a revision.',
  name: 'The last part of the `type` of an error.',
  file: 'The name of a file.',
};
const headers: Readonly<Record<string, string>> = {
  'X-Request-Id': 'The id of this request: the one that was sent, or a new one.',
  'RateLimit-Policy': 'The budget: requests (q) per window in seconds (w).',
  RateLimit: 'The requests that are left (r), and the seconds until the window ends (t).',
  'X-RateLimit-Limit': 'Requests per window.',
  'X-RateLimit-Remaining': 'Requests that are left.',
  'X-RateLimit-Reset': 'When the window ends, in seconds since 1970.',
};

/** The OpenAPI 3.1 document of the routes. */
export function openApi(routes: readonly Route[], { version }: Pick<Dependencies, 'version'>): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route);
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
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
      ),
    },
  };
}

function operation({ operation, tag, summary, description, parameters = [], body, ...route }: Route): Json {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    description: pathParameters[name!],
    schema: { type: 'string' },
  }));
  return {
    operationId: operation,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    parameters: [...inPath, ...parameters],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: ref(body.schema), example: body.example } },
      },
    }),
    responses: responses(route),
  };
}

function responses({ success, errors = [], budget }: Pick<Route, 'success' | 'errors' | 'budget'>): Json {
  const found: Record<string, { description: string; headers?: Json; content?: Record<string, Json> }> = {};
  for (const answer of success) {
    const known = found[answer.status];
    const content = { ...known?.content, ...contentOf(answer) };
    found[answer.status] = {
      description: [known?.description, answer.description].filter(Boolean).join(' '),
      headers: headersOf(budget !== undefined),
      ...(Object.keys(content).length > 0 && { content }),
    };
  }
  const failures: readonly (readonly [number, Code])[] = [...errors, [500, 'SERVER_ERROR']];
  for (const status of new Set(failures.map(([status]) => status))) {
    const mine = failures.filter(([other]) => other === status).map(([, code]) => code);
    const schema = { allOf: [ref('Problem'), { properties: { code: { enum: mine } } }] };
    const wait = status === 429 || status === 503 ? { 'Retry-After': { schema: { type: 'integer', minimum: 1 } } } : {};
    found[status] = {
      description: mine.map((code) => `${code}: ${codes[code].title}.`).join(' '),
      headers: { ...headersOf(budget !== undefined && status !== 431 && status !== 417), ...wait },
      content: { 'application/problem+json': { schema }, 'application/json': { schema } },
    };
  }
  return found;
}

function contentOf({ type, schema }: Success): Record<string, Schema> {
  return type === undefined ? {} : { [type]: schema ? { schema } : {} };
}

function headersOf(counted: boolean): Json {
  const names = Object.keys(headers).filter((name) => counted || name === 'X-Request-Id');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
