import { beforeAll, describe, expect, test } from '@jest/globals';
import { attacks } from '../support/attacks/attacks.js';
import { attackedEnv, endure } from '../support/attacks/endure.js';
import { accessPointOf } from '../support/peers/oepl-client.js';
import { share } from '../support/labels/share.js';
import { call, milk, type ServerProcess, startServer, temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
/**
 * What others have to bear at most, in milliseconds, where both processors and the disk are busy with other tests, too. What
 * it is on a machine that has nothing else to do, `npm run attack` says. An attack that works stops the server for ten
 * times as long.
 */
const bearable = 4_000;

const shared = share(
  attacks.map(({ name }, index) => ({ name, index })),
  8,
  2,
);
/** Full caches of all kinds of requests are no effect of one attack. */
const attacksPerServer = 8;
const groups = shared.flatMap((_, i) => (i % attacksPerServer === 0 ? [shared.slice(i, i + attacksPerServer)] : []));

describe.each(groups.map((group) => ({ group })))('a server', ({ group }) => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer({ ...attackedEnv, DATABASE_URL: `sqlite:${folder.at(`${group[0]!.index}.db`)}` });
  });

  test.each(group)('is not stopped for others by one client that sends $name', async ({ index }) => {
    const oeplPort = Number(new URL(accessPointOf(server)).port);
    const attacked = { port: server.port, oeplPort, pid: server.process.pid! };
    let endured = await endure(attacked, index, 250);
    // A disk that other tests keep busy may have the store refuse an update once: an attack that works does so each time.
    for (let i = 0; i < 2 && endured.refused > 0; i++) endured = await endure(attacked, index, 250);
    const { health, update, refused, memory } = endured;
    expect(refused).toBe(0);
    expect(Math.max(health, update)).toBeLessThan(bearable);
    if (!Number.isNaN(memory)) expect(memory).toBeLessThan(450);
    const headers = { Accept: 'application/json' };
    expect((await call(`${server.url}/api/esl/preview`, { body: milk, headers })).status).toBe(200);
  });
});
