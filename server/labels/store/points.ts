/** How many points of a client are taken in its window, and when that ends. */
export interface Taken {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

/** Takes points of a client, even above its quota. */
export type TakePoints = (client: string, points: number) => Promise<Taken>;

/** Requests of one client that are counted together. */
interface Group {
  /** The points of all that are in it by now. */
  points: number;
  /** After all of them. */
  readonly taken: Promise<Taken>;
}

/**
 * Lets requests of one client that come while others of it are counted be counted together, in one statement: all of a shop
 * may come from one address, and each statement on its row waits for the one before. Each is told what it would have been
 * told alone. Where counting fails, those who wait are told so too: nobody waits for a second failure.
 */
export function takeTogether(take: TakePoints): TakePoints {
  const running = new Map<string, Group>();
  const waiting = new Map<string, Group>();

  const run = (client: string, points: number): Group => {
    const group: Group = { points, taken: take(client, points) };
    running.set(client, group);
    const end = (): void => {
      if (running.get(client) === group) running.delete(client);
    };
    group.taken.then(end, end);
    return group;
  };
  const wait = (client: string, before: Group): Group => {
    const closed = before.taken.finally(() => waiting.delete(client));
    const group: Group = { points: 0, taken: closed.then(() => run(client, group.points).taken) };
    waiting.set(client, group);
    return group;
  };
  const join = (client: string, points: number): Group => {
    const before = running.get(client);
    if (!before) return run(client, points);
    const group = waiting.get(client) ?? wait(client, before);
    group.points += points;
    return group;
  };
  return async (client, points) => {
    const group = join(client, points);
    const untilMe = group.points;
    const { consumedPoints, msBeforeNext } = await group.taken;
    // Those that joined it later are not counted when it is its turn.
    return { consumedPoints: consumedPoints - (group.points - untilMe), msBeforeNext };
  };
}
