/** The points that a client has spent in its window, and when the window ends. */
export interface Taken {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

/** Takes points of a client, even above its quota. */
export type TakePoints = (client: string, points: number) => Promise<Taken>;

/** Requests of one client that are counted together. */
interface PointGroup {
  /** The sum of its requests so far. */
  points: number;
  /** The result after all of them. */
  readonly taken: Promise<Taken>;
}

/**
 * Counts requests of one client that come while another is counted together, in one statement: all tills of a shop may share an
 * address, and each statement on a row waits for the one before. Each caller gets its own result. If counting fails, the waiting
 * callers fail, too, without another attempt.
 */
export function takeTogether(take: TakePoints): TakePoints {
  const running = new Map<string, PointGroup>();
  const waiting = new Map<string, PointGroup>();

  const run = (client: string, points: number): PointGroup => {
    const group: PointGroup = { points, taken: take(client, points) };
    running.set(client, group);
    const end = (): void => {
      if (running.get(client) === group) running.delete(client);
    };
    group.taken.then(end, end);
    return group;
  };
  const wait = (client: string, before: PointGroup): PointGroup => {
    const closed = before.taken.finally(() => waiting.delete(client));
    const group: PointGroup = { points: 0, taken: closed.then(() => run(client, group.points).taken) };
    waiting.set(client, group);
    return group;
  };
  const join = (client: string, points: number): PointGroup => {
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
    // Requests that joined the group later are not counted for this one.
    return { consumedPoints: consumedPoints - (group.points - untilMe), msBeforeNext };
  };
}
