/** Items that wait, by client. */
export interface FairQueue<T> {
  readonly size: number;
  /** How many items of the client wait. */
  waiting(client: string): number;
  push(client: string, item: T): void;
  /**
   * Takes the oldest item of the client whose turn it is, and names the client. Then it is the next client's turn.
   * @param may whether a client may have its turn now
   */
  shift(may?: (client: string) => boolean): { readonly client: string; readonly item: T } | undefined;
  /** Takes an item out. False when it is not in the queue (any more). */
  remove(client: string, item: T): boolean;
}

/** A queue in which each client waits only for one item of each other client, however many those have. */
export function createFairQueue<T>(): FairQueue<T> {
  /** In the order of their turns. No list is empty. */
  const clients = new Map<string, T[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    waiting: (client) => clients.get(client)?.length ?? 0,
    push(client, item) {
      const items = clients.get(client);
      if (items) items.push(item);
      else clients.set(client, [item]);
      size++;
    },
    shift(may = () => true) {
      for (const [client, items] of clients) {
        if (!may(client)) continue;
        clients.delete(client);
        const item = items.shift()!;
        if (items.length > 0) clients.set(client, items);
        size--;
        return { client, item };
      }
      return undefined;
    },
    remove(client, item) {
      const items = clients.get(client) ?? [];
      const at = items.indexOf(item);
      if (at < 0) return false;
      items.splice(at, 1);
      if (items.length === 0) clients.delete(client);
      size--;
      return true;
    },
  };
}
