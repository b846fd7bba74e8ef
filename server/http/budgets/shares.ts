/** A resource that clients share, such as memory: counts the amounts that each client holds. */
export function createShares(limits: { readonly all: number; readonly client: number }) {
  const held = new Map<string, number>();
  let all = 0;
  const add = (client: string, amount: number): void => {
    all += amount;
    const own = (held.get(client) ?? 0) + amount;
    if (own > 0) held.set(client, own);
    else held.delete(client);
  };
  return {
    /**
     * Takes an amount for a client. `reserve` is added to the limit of all.
     * @returns a function that releases it; null: the client's limit or that of all is exceeded
     */
    take(client: string, amount = 1, reserve = 0): (() => void) | null {
      if (all + amount > limits.all + reserve || (held.get(client) ?? 0) + amount > limits.client) return null;
      add(client, amount);
      let isTaken = true;
      return () => {
        if (isTaken) add(client, -amount);
        isTaken = false;
      };
    },
    /** The amount that all clients hold. */
    taken: () => all,
  };
}
