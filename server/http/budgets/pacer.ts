/** Limits of what the event loop does for clients in one of its turns. */
export const paceLimits = {
  /** Connections and requests of an address that begin in a turn, and how few when turns take long. */
  most: 8,
  least: 2,
  /** Milliseconds of a turn that takes long. */
  longMs: 5,
  /** While connections come, turns in which nothing begins that had to wait take this many times as long as the others. */
  pause: 10,
} as const;

export type Pacer = ReturnType<typeof createPacer>;

interface Client {
  /** The weight of what has begun in this turn. */
  begun: number;
  readonly waiting: { readonly weight: number; readonly begin: () => void }[];
}

/**
 * Spreads what clients begin over the turns of the event loop, so that a client with hundreds of connections leaves room for the
 * others. Node accepts one connection per turn, in the order in which they came: while connections come, most turns begin nothing
 * for clients that wait.
 */
export function createPacer({ most, least, longMs, pause }: Readonly<Record<keyof typeof paceLimits, number>>) {
  const clients = new Map<string, Client>();
  let share = most;
  let accepts = false;
  let pauseEnd = 0;
  /** When the previous turn began to work; null: it only accepted connections. */
  let working: number | null = performance.now();

  const turn = (): void => {
    const now = performance.now();
    if (working !== null) {
      const took = now - working;
      pauseEnd = now + pause * took;
      share = took > longMs ? Math.max(least, share / 2) : Math.min(most, share + 1);
    }
    const works = !accepts || now >= pauseEnd;
    working = works ? now : null;
    accepts = false;
    if (works)
      for (const [key, client] of clients) {
        if (client.waiting.length === 0) clients.delete(key);
        client.begun = 0;
        while (client.begun < share && client.waiting.length > 0) {
          const { weight, begin } = client.waiting.shift()!;
          client.begun += weight;
          begin();
        }
      }
    if (clients.size > 0) setImmediate(turn);
  };
  return {
    /** Begins now, or in a later turn if this client has begun its share of this turn. A request of 50 headers weighs 1. */
    begin(key: string, weight: number, begin: () => void): void {
      const client = clients.get(key) ?? { begun: 0, waiting: [] };
      if (clients.size === 0) {
        working = performance.now();
        setImmediate(turn);
      }
      clients.set(key, client);
      if (client.begun >= share) {
        client.waiting.push({ weight, begin });
        return;
      }
      client.begun += weight;
      begin();
    },
    /** A connection was accepted: there may be more. */
    accepted(): void {
      accepts = true;
    },
  };
}
