import { test } from '@jest/globals';
import { expectStored, postAndKill } from '../support/instances/kill.js';
import { call, startServer, temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();

test('kill -9 loses no acknowledged update', async () => {
  const env = { DATABASE_URL: `sqlite:${folder.at('kill.db')}`, RATE_LIMIT: '1000000' };
  const first = await startServer(env);
  const ids = [0, 1, 2, 3].map((n) => `label-${n}`);
  for (const id of ids) await call(`${first.url}/api/esl/labels/${id}`, { method: 'PUT', body: {} });
  const acknowledged = await postAndKill(first, ids, 60);
  await expectStored(await startServer(env), acknowledged);
}, 60_000);
