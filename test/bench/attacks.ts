/** `npm run bench:attacks [-- SECONDS [NAME]]`: the effects of one client's worst requests on other clients. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { attacks } from '../support/attacks/attacks.js';
import { attackedEnv, endure } from '../support/attacks/endure.js';

const [seconds = '30', named = ''] = process.argv.slice(2);
const program = fileURLToPath(new URL('../../server/index.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'esl-'));
console.log('attack: longest /health, longest update, refused, most memory, memory more than before 30 s later');
for (const [index, { name }] of attacks.entries()) {
  if (!name.includes(named)) continue;
  const env = { ...process.env, ...attackedEnv, PORT: '0', DATABASE_URL: `sqlite:${folder}/${index}.db` };
  const server = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [lines] = (await once(server.stdout, 'data')) as [Buffer];
  const [port, oeplPort] = Array.from(lines.toString().matchAll(/:(\d+)\//g), ([, digits]) => Number(digits));
  const attacked = { port: port!, oeplPort: oeplPort!, pid: server.pid! };
  const { health, update, refused, memory, left } = await endure(attacked, index, Number(seconds) * 1000);
  for (let i = 0; i < 30 && left() > 60; i++) await delay(1000);
  const numbers = [
    `${health.toFixed(0)} ms`,
    `${update.toFixed(0)} ms`,
    refused,
    `${memory.toFixed(0)} MB`,
    `${left().toFixed(0)} MB`,
  ];
  console.log(`${name}: ${numbers.join(', ')}`);
  server.kill('SIGKILL');
  await once(server, 'exit');
}
rmSync(folder, { recursive: true });
