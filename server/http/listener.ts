import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { type Problem, requestProblem } from '../fields/problem.js';
import { openHeaders } from './middleware/headers.js';
import { newRequestId } from './middleware/request-id.js';
import { problemBody, problemType } from './views.js';

/** Milliseconds. A till sends 200 bytes: whoever needs longer is broken, or means harm. */
const patience = { headers: 5_000, request: 10_000, reader: 30_000, look: 500, error: 1_000 };
const maxHeaderSize = 16 * 1024;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * The HTTP server around an application. What Node's parser answers by itself, with empty bodies, is answered here in
 * the shape of every other error. `allowOrigin` is who may read those answers; null: no other site.
 */
export function createHttpServer(listener: RequestListener, allowOrigin: string | null): Server {
  /** The last request of each connection, to know which one an error belongs to. */
  const latest = new WeakMap<Socket, Exchange>();
  const write = createWriter(allowOrigin);
  const server = createServer(
    {
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      connectionsCheckingInterval: patience.look,
      maxHeaderSize,
      // Checked below, with an answer that says so.
      requireHostHeader: false,
    },
    (request, response) => {
      latest.set(request.socket, { request, response });
      const hosts = request.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
      if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1'))
        answer(response, request, requestProblem(400, 'malformed_request', 'Expected one Host header'));
      else listener(request, response);
    },
  );
  // A reader that takes nothing for so long is gone. Event streams ping more often.
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
    const { head, body } = write(requestProblem(400, 'malformed_request', 'This server is no proxy'), request);
    send(socket, 400, head, body);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    answerParser(error, socket, latest.get(socket), write);
  });
  return server;
}

/** Head and body of an answer to a request, as far as that was understood; `set` are headers that it has already. */
type Writer = (
  problem: Problem,
  request?: IncomingMessage,
  set?: Readonly<Record<string, unknown>>,
) => { readonly head: Readonly<Record<string, string>>; readonly body: string };

function createWriter(allowOrigin: string | null): Writer {
  return (problem, request, set = {}) => {
    const id = typeof set['x-request-id'] === 'string' ? set['x-request-id'] : newRequestId();
    const body = JSON.stringify(problemBody(problem, id, request?.url?.split('?', 1)[0]));
    const head = {
      ...openHeaders,
      ...(allowOrigin === null ? {} : { 'Access-Control-Allow-Origin': allowOrigin }),
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

/** Answers what Node's parser could not read on a connection, whose last request was `exchange`. */
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
    // The headers of a request were read but not all of its body: the error is about that request, so its headers hold.
    const open = exchange && !exchange.request.complete && !exchange.response.headersSent ? exchange : undefined;
    const problem = parserProblem(error);
    const { head, body } = write(problem, open?.request, open?.response.getHeaders());
    send(socket, problem.status, { ...rateOf(open?.response), ...head }, body);
  };
  // An answer that is still being made for a whole request before the broken one goes first.
  if (exchange?.request.complete && !exchange.response.writableEnded) exchange.response.once('close', reply);
  else reply();
}

function send(socket: Socket, status: number, head: Readonly<Record<string, string>>, body: string): void {
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]!}`, ...lines, '', body].join('\r\n'));
  // The other side may never close: it does not keep the socket.
  setTimeout(() => socket.destroy(), patience.error).unref();
}

/** The rate headers that the application had set before the request broke off: the request was counted. */
function rateOf(response: ServerResponse | undefined): Record<string, string> {
  const set = Object.entries(response?.getHeaders() ?? {}).filter(([name]) => /^(x-)?ratelimit/.test(name));
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

function parserProblem({ code }: NodeJS.ErrnoException): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return requestProblem(431, 'headers_too_large', `Expected at most ${maxHeaderSize / 1024} KB of headers`);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestProblem(408, 'request_timeout', 'The request did not come to its end in time');
    case 'HPE_INVALID_EOF_STATE':
      return requestProblem(408, 'request_timeout', 'The request ended before it was whole');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return requestProblem(413, 'body_too_large', 'Expected shorter chunk extensions');
    case undefined:
    default:
      return requestProblem(400, 'malformed_request', 'Expected HTTP/1.1 but received something else');
  }
}
