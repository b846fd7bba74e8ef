import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Chunks that a body may have besides one for each of this number of bytes. Node copies each chunk, which takes a microsecond. */
const limits = { chunks: 256, bytesEach: 64 } as const;

/**
 * Calls `refuse` once the chunks of a body are too small: 256 KB in chunks of one byte would take the event loop a second, and
 * 100 MB. Later chunks are dropped.
 */
export function boundChunks(request: IncomingMessage, refuse: () => void): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  let [chunks, bytes] = [0, 0];
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null): boolean => {
    bytes += chunk?.length ?? 0;
    if (++chunks <= limits.chunks + bytes / limits.bytesEach) return push(chunk);
    request.push = () => true;
    refuse();
    return true;
  };
}

/** What the parser of Node's HTTP server calls for a part of a body, and for a request. Not documented. */
interface Parser {
  3?: unknown;
  onIncoming: () => number;
}

/**
 * Closes a connection, and lets Node's parser ignore the rest of the packet that it reads: 64 KB have 2,000 requests, or 10,000
 * chunks, which stop the event loop for 20 ms per connection.
 */
export function cut(socket: Socket & { readonly parser?: Parser | null }): void {
  const { parser } = socket;
  socket.destroy();
  // Without it, the parser only takes longer.
  if (!parser) return;
  parser.onIncoming = () => -1;
  const read = parser[3];
  if (typeof read !== 'function') return;
  parser[3] = undefined;
  // Node uses the parser again, for another connection.
  setImmediate(() => (parser[3] = read));
}
