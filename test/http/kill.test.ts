import { afterAll, test } from '@jest/globals';
import { join } from 'node:path';
import { expectKept, postAndKill } from '../support/kill.js';
import { call, startServer, temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
afterAll(folder.remove);

test('kill -9 loses no acknowledged update', async () => {
  const env = { DATABASE_URL: `sqlite:${join(folder.path, 'kill.db')}`, RATE_LIMIT: '1000000' };
  const first = await startServer(env);
  const ids = [0, 1, 2, 3].map((n) => `label-${n}`);
  for (const id of ids) await call(`${first.url}/api/esl/labels/${id}`, { method: 'PUT', body: {} });
  const acknowledged = await postAndKill(first, ids, 60);
  await expectKept(await startServer(env), acknowledged);
}, 60_000);
