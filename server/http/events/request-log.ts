import { LRUCache } from 'lru-cache';
import { withoutSecrets } from '../../keys/text.js';
import type { KeptRequest } from '../answers.js';
import { withoutSecretMembers } from './secret-members.js';

/** Requests that are kept of a client; bytes of a body that are; problems of an answer that are. */
export const keptRequests = { count: 50, bodyBytes: 2048, errors: 10 } as const;
/** Bytes of the requests of all clients. Those of who has asked for nothing for longest give way. */
const roomBytes = 8 * 1024 * 1024;

/** A request, with its body in bytes: it becomes text when somebody asks. */
export interface NotedRequest extends Omit<KeptRequest, 'body'> {
  readonly body: Uint8Array | null;
}

/** The last requests of each client, in the memory of this process. No client sees those of another. */
export type RequestLog = ReturnType<typeof createRequestLog>;

export function createRequestLog() {
  const clients = new LRUCache<string, { readonly requests: readonly NotedRequest[]; readonly bytes: number }>({
    maxSize: roomBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  const listeners = new Map<string, Set<() => void>>();
  return {
    add(client: string, request: NotedRequest): void {
      const before = clients.peek(client)?.requests ?? [];
      const requests = [request, ...before.slice(0, keptRequests.count - 1)];
      clients.set(client, { requests, bytes: requests.reduce((sum, one) => sum + sizeOf(one), client.length + 100) });
      for (const listener of listeners.get(client) ?? []) listener();
    },
    /** Newest first. */
    of: (client: string) => (clients.get(client)?.requests ?? []).map(readable),
    /** Calls `listener` after each request of the client. The returned function ends that. */
    follow(client: string, listener: () => void): () => void {
      const mine = listeners.get(client) ?? new Set();
      listeners.set(client, mine.add(listener));
      return () => {
        mine.delete(listener);
        if (mine.size === 0 && listeners.get(client) === mine) listeners.delete(client);
      };
    },
  };
}

/** About the bytes that a request takes in memory. */
function sizeOf({ path, body, errors, request_id }: NotedRequest): number {
  const said = errors.reduce((sum, { field, message }) => sum + field.length + message.length + 100, 0);
  return 400 + 2 * (path.length + request_id.length + said) + (body?.byteLength ?? 0);
}

/** The request with its body as text, without secrets; half a character at the end, where it was cut, is left out. */
function readable({ body, ...rest }: NotedRequest): KeptRequest {
  return {
    ...rest,
    body: body && withoutSecrets(withoutSecretMembers(new TextDecoder().decode(body, { stream: true }))),
  };
}
