/** A queue in which each client waits for at most one item of each other client. */
export class FairQueue<T> {
  /** In the order of their turns. No list is empty. */
  readonly #clients = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The number of waiting items of a client. */
  waiting(client: string): number {
    return this.#clients.get(client)?.length ?? 0;
  }

  push(client: string, item: T): void {
    const items = this.#clients.get(client);
    if (items) items.push(item);
    else this.#clients.set(client, [item]);
    this.#size++;
  }

  /** Takes the oldest item of the next client that may have its turn. Then this client is the last. */
  shift(may: (client: string) => boolean = () => true): { readonly client: string; readonly item: T } | undefined {
    for (const [client, items] of this.#clients) {
      if (!may(client)) continue;
      this.#clients.delete(client);
      const item = items.shift()!;
      if (items.length > 0) this.#clients.set(client, items);
      this.#size--;
      return { client, item };
    }
    return undefined;
  }

  /** Removes an item. False: it is not in the queue. */
  remove(client: string, item: T): boolean {
    const items = this.#clients.get(client) ?? [];
    const at = items.indexOf(item);
    if (at < 0) return false;
    items.splice(at, 1);
    if (items.length === 0) this.#clients.delete(client);
    this.#size--;
    return true;
  }
}
