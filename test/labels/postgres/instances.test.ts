import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { defaultBinding } from '../../../renderer/index.js';
import { keptRevisions, maxTombstones, type StoredLabel } from '../../../server/labels/store/index.js';
import { type PostgresServer, sharedPostgres } from '../../support/postgres/server.js';
import { deliveryOf } from '../../support/store/contract.js';
import { openPostgresSandbox, type Sandbox } from '../../support/store/sandbox.js';

let server: PostgresServer;
beforeAll(async () => {
  server = await sharedPostgres();
});

/** Resolves when `store` is notified and its log has an entry of the label after `seq`. */
function heard(store: Sandbox, wanted: string, seq: number): Promise<void> {
  return new Promise((resolve, reject) => {
    store.onChange(() => {
      store.log.since(seq, 100).then((page) => {
        if (page!.entries.some(({ id }) => id === wanted)) resolve();
      }, reject);
    });
  });
}

describe('two instances on one database', () => {
  let url: string;
  let one: Sandbox;
  let two: Sandbox;
  let label: StoredLabel;
  beforeEach(async () => {
    url = await server.create();
    // Both want to make the tables.
    [one, two] = await Promise.all([openPostgresSandbox(url), openPostgresSandbox(url)]);
    label = (await one.bind('a', null, defaultBinding, null))!;
  });
  afterEach(() => Promise.all([one.close(), two.close()]));

  test('read what the other has written as soon as it is acknowledged', async () => {
    for (let i = 1; i <= 20; i++) {
      const [writer, reader] = i % 2 ? [one, two] : [two, one];
      const updated = await writer.append(label, deliveryOf(`${i}.00`));
      expect(await reader.label('a')).toEqual(updated);
    }
  });

  test('hear of changes that the other has written, in both directions', async () => {
    // Both listen by then.
    await delay(500);
    for (const writer of [one, two]) {
      const reader = writer === one ? two : one;
      const start = performance.now();
      const hears = heard(reader, 'a', await reader.log.newest());
      await writer.append(label, deliveryOf('1.00'));
      await hears;
      expect(performance.now() - start).toBeLessThan(600);
    }
  });

  test('read entries in the order of commits, whichever of two took its number first', async () => {
    const database = new URL(url).pathname.slice(1);
    const from = await one.log.newest();
    const ids = async () => (await two.log.since(from, 10))!.entries.map(({ id }) => id);
    const insert = (id: string) => `INSERT INTO log (at, tenant, kind, id) VALUES (0, '', 'layout', '${id}')`;
    // The older transaction takes the later number and commits first; then the other way round.
    for (const [first, second] of Object.entries({ 'older-1': 'newer-1', 'newer-2': 'older-2' })) {
      const [older, newer] = [new pg.Client(server.url(database)), new pg.Client(server.url(database))];
      for (const client of [older, newer]) {
        await client.connect();
        await client.query('BEGIN; SELECT pg_current_xact_id()');
      }
      const [holder, quick] = first.startsWith('older') ? [newer, older] : [older, newer];
      await holder.query(insert(second));
      await quick.query(`${insert(first)}; COMMIT`);
      const reading = ids();
      await delay(100);
      await holder.query('COMMIT');
      const found = await reading;
      expect(found.slice(-2)).toEqual([second, first]);
      await Promise.all([older.end(), newer.end()]);
    }
  });

  test('number the revisions of a label without a gap, however many both store at once', async () => {
    const prices = Array.from({ length: 100 }, (_, i) => `${i}.00`);
    const stored = await Promise.all(prices.map((price, i) => (i % 2 ? one : two).append(label, deliveryOf(price))));
    const numbers = stored.map((updated) => updated!.current!.revision).sort((a, b) => a - b);
    expect(numbers).toEqual(prices.map((_, i) => i + 1));
    for (const updated of stored) {
      const { revision, update } = updated!.current!;
      const found = await one.revision('a', revision);
      if (revision > prices.length - keptRevisions) expect(found).toMatchObject({ update });
    }
  });

  test('admit exactly the quota though the clock of one is an hour ahead (fault 14)', async () => {
    const policy = { name: 'update', quota: 10, windowS: 60 } as const;
    const limiters = [one.limiter(policy), two.limiter(policy)] as const;
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now');
    let admitted = 0;
    try {
      for (let i = 0; i < 20; i++) {
        clock.mockReturnValue(now + (i % 2) * 3_600_000);
        const standing = await limiters[i % 2]!.consume('client');
        if (standing.admitted) admitted++;
        expect(standing.resetS).toBeGreaterThan(50);
        expect(standing.resetS).toBeLessThanOrEqual(60);
      }
    } finally {
      clock.mockRestore();
      for (const limiter of limiters) limiter.close();
    }
    expect(admitted).toBe(10);
  });

  test('forget deleted labels when there are too many, and give none of their numbers again', async () => {
    const database = new URL(url).pathname.slice(1);
    await server.query(
      `INSERT INTO labels (tenant, id, deleted, binding, layout, version, last_revision)
       SELECT '', 'gone-' || n, true, '{}', '', 2, n FROM generate_series(1, ${maxTombstones}) AS n`,
      database,
    );
    await one.remove('a');
    expect(await server.query('SELECT count(*)::int AS n FROM labels WHERE deleted', database)).toEqual([{ n: 0 }]);
    const again = (await two.bind('gone-7', null, defaultBinding, null))!;
    expect(again.version).toBe(maxTombstones + 1);
    expect(await two.append(again, deliveryOf('1.00'))).toMatchObject({ current: { revision: maxTombstones + 1 } });
  });
});
