import { afterAll, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { attacks } from '../support/attacks/attacks.js';
import { attackedEnv, endure } from '../support/attacks/endure.js';
import { call, milk, startServer, temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
afterAll(folder.remove);

/**
 * What others have to bear at most, in milliseconds. On a machine that has nothing else to do it is a tenth of this (`npm run
 * bench:attacks`); an attack that stops the server costs ten times as much.
 */
const bearable = 1_500;

describe.each(attacks.map(({ name }, index) => ({ name, index })))('one client that sends $name', ({ index }) => {
  test('stops no other, and all is well afterwards', async () => {
    const database = join(folder.path, `${index}.db`);
    const server = await startServer({ ...attackedEnv, DATABASE_URL: `sqlite:${database}` });
    const { health, update, refused, memory } = await endure(
      { port: server.port, pid: server.process.pid! },
      index,
      2_000,
    );
    expect(refused).toBe(0);
    expect(Math.max(health, update)).toBeLessThan(bearable);
    if (!Number.isNaN(memory)) expect(memory).toBeLessThan(500);
    const { status } = await call(`${server.url}/api/esl/update`, { body: milk });
    expect(status).toBe(200);
    await server.kill();
  });
});
