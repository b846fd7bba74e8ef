import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { attacks } from '../support/attacks/attacks.js';
import { attackedEnv, endure } from '../support/attacks/endure.js';
import { accessPointOf } from '../support/peers/oepl-client.js';
import { share } from '../support/labels/share.js';
import { call, milk, type ServerProcess, startServer } from '../support/server.js';
import { useFolder } from '../support/use-server.js';

const folder = useFolder();
let server: ServerProcess;
beforeAll(async () => {
  server = await startServer({ ...attackedEnv, DATABASE_URL: `sqlite:${folder.at('attacked.db')}` });
});
afterAll(() => server.kill());

/**
 * What others have to bear at most, in milliseconds, where both processors and the disk are busy with other tests, too. What
 * it is on a machine that has nothing else to do, `npm run attack` says. An attack that works stops the server for ten
 * times as long.
 */
const bearable = 4_000;

describe.each(
  share(
    attacks.map(({ name }, index) => ({ name, index })),
    8,
    2,
  ),
)('one client that sends $name', ({ index }) => {
  test('stops no other client, and the server works afterwards', async () => {
    const oeplPort = Number(new URL(accessPointOf(server)).port);
    const attacked = { port: server.port, oeplPort, pid: server.process.pid! };
    const { health, update, refused, memory } = await endure(attacked, index, 250);
    expect(refused).toBe(0);
    expect(Math.max(health, update)).toBeLessThan(bearable);
    if (!Number.isNaN(memory)) expect(memory).toBeLessThan(500);
    const headers = { Accept: 'application/json' };
    expect((await call(`${server.url}/api/esl/preview`, { body: milk, headers })).status).toBe(200);
  });
});
