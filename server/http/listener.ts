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
import { cut } from '../fields/text.js';
import { boundConnections } from './budgets/connections.js';
import { allowedOrigin, openHeaders } from './middleware/headers.js';
import { newRequestId } from './middleware/request-id.js';
import { problemText, problemType } from './views.js';

/** Timeouts in milliseconds. A till sends 200 bytes: a client that takes longer is broken or hostile. */
const patience = { headers: 5_000, request: 10_000, reader: 30_000, look: 500, error: 1_000 };
const maxHeaderSize = 16 * 1024;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Who may ask, and who may read answers that the application has no part in. */
interface Door extends Pick<Config, 'corsOrigin' | 'trustProxyHops'> {
  readonly allowsHost: (header: string | undefined) => boolean;
}

/**
 * The HTTP server around an application. Node's parser would answer its errors with empty bodies; here they get the same
 * body as any other error.
 */
export function createHttpServer(listener: RequestListener, { corsOrigin, trustProxyHops, allowsHost }: Door): Server {
  /** The last request of each connection: a parser's error may belong to it. */
  const latest = new WeakMap<Socket, Exchange>();
  const write = createWriter(corsOrigin);
  const server = createServer(
    {
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      connectionsCheckingInterval: patience.look,
      maxHeaderSize,
      // Checked below, so that the answer has a body.
      requireHostHeader: false,
    },
    (request, response) => {
      latest.set(request.socket, { request, response });
      begin(request, response);
    },
  );
  const begin = boundConnections(
    server,
    (request, response) => {
      const problem = refusalOf(request, allowsHost);
      if (problem) answer(response, request, problem);
      else listener(request, response);
    },
    trustProxyHops > 0,
  );
  // Node would leave out those behind the 2,000th, and Content-Length with them. Their bytes are limited.
  server.maxHeadersCount = 0;
  // A client that reads nothing for so long is gone. Event streams ping more often.
  server.setTimeout(patience.reader);
  server.maxConnections = 10_000;

  const answer = (response: ServerResponse, request: IncomingMessage, problem: Problem): void => {
    const { head, body } = write(problem, request);
    response.writeHead(problem.status, head).end(body);
  };
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const detail = 'Expected 100-continue, or no Expect header';
    answer(response, request, requestProblem(417, 'expectation_failed', detail));
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const { head, body } = write(requestProblem(400, 'malformed_request', 'This server is not a proxy'), request);
    send(socket, 400, head, body);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    answerParser(error, socket, latest.get(socket), write);
  });
  return server;
}

/** What is wrong with a request that Node's parser takes, before any of it reaches the application. */
function refusalOf(
  { httpVersion, headers, rawHeaders }: IncomingMessage,
  allowsHost: Door['allowsHost'],
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
 * Makes the headers and the body of an error.
 * @param request what was understood of the request
 * @param set headers that were already set on its answer
 */
type Writer = (
  problem: Problem,
  request?: IncomingMessage,
  set?: Readonly<Record<string, unknown>>,
) => { readonly head: Readonly<Record<string, string>>; readonly body: string };

function createWriter(corsOrigin: Config['corsOrigin']): Writer {
  return (problem, request, set = {}) => {
    const id = typeof set['x-request-id'] === 'string' ? set['x-request-id'] : newRequestId();
    const body = problemText(problem, id, request?.url?.split('?', 1)[0]);
    // Of what could not be parsed, the origin is unknown: a script may not read the answer unless all may.
    const origin = allowedOrigin(corsOrigin, request?.headers.origin ?? '');
    const head = {
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
  };
}

/** Answers an error of Node's parser. `exchange` is the last request of the connection. */
function answerParser(
  error: NodeJS.ErrnoException,
  socket: Socket,
  exchange: Exchange | undefined,
  write: Writer,
): void {
  const reply = (): void => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy(error);
      return;
    }
    // The request has headers but not its whole body: the error is about this request, so its headers apply.
    const open = exchange && !exchange.request.complete && !exchange.response.headersSent ? exchange : undefined;
    const problem = parserProblem(error);
    const { head, body } = write(problem, open?.request, open?.response.getHeaders());
    send(socket, problem.status, { ...rateOf(open?.response), ...head }, body);
  };
  // The answer to a previous, complete request is sent first.
  if (exchange?.request.complete && !exchange.response.writableEnded) exchange.response.once('close', reply);
  else reply();
}

function send(socket: Socket, status: number, head: Readonly<Record<string, string>>, body: string): void {
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]!}`, ...lines, '', body].join('\r\n'));
  // The client may never close its side.
  setTimeout(() => socket.destroy(), patience.error).unref();
}

/** The rate headers that were set before the request failed, as it was counted. */
function rateOf(response: ServerResponse | undefined): Record<string, string> {
  const set = Object.entries(response?.getHeaders() ?? {}).filter(([name]) => /^(x-)?ratelimit/.test(name));
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

function parserProblem({ code }: NodeJS.ErrnoException): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return requestProblem(431, 'headers_too_large', `Expected at most ${maxHeaderSize / 1024} KB of headers`);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestProblem(408, 'request_timeout', 'The request did not end in time');
    case 'HPE_INVALID_EOF_STATE':
      return requestProblem(408, 'request_timeout', 'The request ended before it was complete');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return requestProblem(413, 'body_too_large', 'Expected shorter chunk extensions');
    case undefined:
    default:
      return requestProblem(400, 'malformed_request', 'Expected HTTP/1.1 but received something else');
  }
}
