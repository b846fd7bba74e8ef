import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config.js';
import { type Problem, requestProblem } from '../fields/problem.js';
import { cut } from '../fields/field-problem.js';
import { collectWhenIdle } from './garbage.js';
import { boundConnections } from './budgets/connections.js';
import { timeouts } from './budgets/timeouts.js';
import { allowedOrigin, openHeaders } from './middleware/headers.js';
import { newRequestId } from './middleware/request-id.js';
import { problemText, problemType } from './views.js';

/** Milliseconds between two checks of {@link timeouts}, and until a client must have read an error of the parser. */
const [checkMs, errorMs] = [500, 1_000] as const;
const maxHeaderSize = 16 * 1024;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The response to the request before it on its connection. */
  readonly before: ServerResponse | undefined;
}

/** The rules for requests that the application never sees. */
interface HttpRules extends Pick<Config, 'corsOrigin' | 'trustProxyHops'> {
  readonly allowsHost: (header: string | undefined) => boolean;
}

/**
 * The HTTP server of an application. Errors of Node's parser get the same body as any other error, not an empty one.
 */
export function createHttpServer(
  listener: RequestListener,
  { corsOrigin, trustProxyHops, allowsHost }: HttpRules,
): Server {
  /** The last request of each connection: a parser's error may belong to it. */
  const latest = new WeakMap<Socket, Exchange>();
  const server = createServer(
    {
      headersTimeout: timeouts.head,
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: checkMs,
      maxHeaderSize,
      // `refusalOf` checks it, so that the response has a body.
      requireHostHeader: false,
    },
    (request, response) => {
      latest.set(request.socket, { request, response, before: latest.get(request.socket)?.response });
      begin(request, response);
    },
  );
  const begin = boundConnections(
    server,
    (request, response) => {
      collectWhenIdle();
      const problem = refusalOf(request, allowsHost);
      if (problem) answer(response, request, problem);
      else listener(request, response);
    },
    trustProxyHops > 0,
  );
  // Node would drop headers after the 2,000th, even Content-Length. `maxHeaderSize` limits their bytes.
  server.maxHeadersCount = 0;
  server.setTimeout(timeouts.readPause, (socket) => {
    const { request, response } = latest.get(socket) ?? {};
    // A client may wait long for a bulk of updates. One that has closed its half as well is gone.
    const waits = request?.complete && !response!.headersSent && !socket.readableEnded;
    // `collect` refuses a body that stops.
    if (!waits && !request?.listenerCount('timeout')) socket.destroy();
  });
  // An option that node:http does not document. Without it, a client that closes its half after a request gets no response.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = 10_000;

  const answer = (response: ServerResponse, request: IncomingMessage, problem: Problem): void => {
    const { head, body } = errorResponse(corsOrigin, problem, request);
    response.writeHead(problem.status, head).end(body);
  };
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const detail = 'Expected 100-continue, or no Expect header';
    answer(response, request, requestProblem(417, 'expectation_failed', detail));
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    // Node has removed its own listener: a reset connection would end the server.
    socket.on('error', () => undefined);
    const problem = requestProblem(400, 'malformed_request', 'This server is not a proxy');
    const { head, body } = errorResponse(corsOrigin, problem, request);
    send(socket, 400, head, body);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    answerParser(error, socket, latest.get(socket), corsOrigin);
  });
  return server;
}

/** The problem of a request that Node's parser accepts; null: the application handles it. */
function refusalOf(
  { httpVersion, headers, rawHeaders }: IncomingMessage,
  allowsHost: HttpRules['allowsHost'],
): Problem | null {
  const malformed = (detail: string) => requestProblem(400, 'malformed_request', detail);
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return malformed(`Expected HTTP/1.1 but received HTTP/${httpVersion}`);
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return malformed('Expected one Host header');
  const { 'transfer-encoding': coding = 'chunked', host } = headers;
  if (coding.toLowerCase() !== 'chunked')
    return malformed(`Expected chunked for Transfer-Encoding but received ${JSON.stringify(cut(coding))}`);
  if (allowsHost(host)) return null;
  const detail = `Expected a host that this server answers for (see ALLOWED_HOSTS) for Host but received ${JSON.stringify(cut(host ?? ''))}`;
  return requestProblem(421, 'misdirected_request', detail);
}

/**
 * The headers and the body of an error.
 * @param request the parsed part of the request
 * @param set headers that are already set on the response
 */
function errorResponse(
  corsOrigin: Config['corsOrigin'],
  problem: Problem,
  request?: IncomingMessage,
  set: Readonly<Record<string, unknown>> = {},
) {
  const id = typeof set['x-request-id'] === 'string' ? set['x-request-id'] : newRequestId();
  const body = problemText(problem, id, request?.url?.split('?', 1)[0]);
  // The origin of an unparsed request is unknown: scripts may not read the response unless all may.
  const origin = allowedOrigin(corsOrigin, request?.headers.origin ?? '');
  const head: Readonly<Record<string, string>> = {
    ...openHeaders,
    ...(corsOrigin === '*' ? {} : { Vary: 'Origin' }),
    ...(origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin }),
    'Content-Type': problemType(request?.headers.accept),
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Request-Id': id,
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  return { head, body };
}

/** Answers an error of Node's parser. `exchange` is the last request of the connection. */
function answerParser(
  error: NodeJS.ErrnoException,
  socket: Socket,
  exchange: Exchange | undefined,
  corsOrigin: Config['corsOrigin'],
): void {
  const reply = (): void => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy(error);
      return;
    }
    // The error is in the body of this request, so its headers apply.
    const open = exchange && !exchange.request.complete && !exchange.response.headersSent ? exchange : undefined;
    const problem = parserProblem(error, open !== undefined);
    const { head, body } = errorResponse(corsOrigin, problem, open?.request, open?.response.getHeaders());
    send(socket, problem.status, { ...rateOf(open?.response), ...head }, body);
  };
  // The response to the last complete request is sent first.
  const before = exchange?.request.complete ? exchange.response : exchange?.before;
  if (before && !before.closed) before.once('close', reply);
  else reply();
}

function send(socket: Socket, status: number, head: Readonly<Record<string, string>>, body: string): void {
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]!}`, ...lines, '', body].join('\r\n'));
  // The client may never close its side.
  setTimeout(() => socket.destroy(), errorMs).unref();
}

/** The rate headers that were set before the request failed. */
function rateOf(response: ServerResponse | undefined): Record<string, string> {
  const set = Object.entries(response?.getHeaders() ?? {}).filter(([name]) => /^(x-)?ratelimit/.test(name));
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

/** The problems of errors of Node's parser. */
const parserProblems: Readonly<Record<string, Parameters<typeof requestProblem>>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', `Expected at most ${maxHeaderSize / 1024} KB of headers`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', `Expected the head of the request in ${timeouts.head / 1000} s`],
  HPE_INVALID_EOF_STATE: [408, 'request_timeout', 'The request ended before it was complete'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'body_too_large', 'Expected shorter chunk extensions'],
};

/** @param hasHead whether the head of the request has arrived */
function parserProblem({ code = '' }: NodeJS.ErrnoException, hasHead: boolean): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && hasHead)
    return requestProblem(408, 'request_timeout', `Expected the whole request in ${timeouts.request / 1000} s`);
  const known = Object.hasOwn(parserProblems, code) ? parserProblems[code] : undefined;
  return requestProblem(...(known ?? [400, 'malformed_request', 'Expected HTTP/1.1 but received something else']));
}
