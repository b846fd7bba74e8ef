/** Something that clients share, such as memory: how much of it is taken in all, and by each client. */
export interface Shares {
  /** Takes an amount for a client. @returns what gives it back, once; null where it exceeds the client's share, or all there is */
  take(client: string, amount?: number): (() => void) | null;
}

export function createShares(most: { readonly all: number; readonly client: number }): Shares {
  const taken = new Map<string, number>();
  let all = 0;
  const add = (client: string, amount: number): void => {
    all += amount;
    const own = (taken.get(client) ?? 0) + amount;
    if (own > 0) taken.set(client, own);
    else taken.delete(client);
  };
  return {
    take(client, amount = 1) {
      if (all + amount > most.all || (taken.get(client) ?? 0) + amount > most.client) return null;
      add(client, amount);
      let isTaken = true;
      return () => {
        if (isTaken) add(client, -amount);
        isTaken = false;
      };
    },
  };
}
