/**
 * `npm run attack [-- [--busy] [--seconds N] [NAME]]`: the effects of one client's worst requests on other clients: the slowest
 * `/health` and update, the peak of memory, and what is left of it after 30 s at most. `work` is the processor time of the main
 * thread meanwhile, which other programs do not change, and `idle` the slowest `/health` of a server that is not attacked. With
 * `--busy`, another process writes to the disk meanwhile.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { attacks } from '../support/attacks/attacks.js';
import { attackedEnv, endure } from '../support/attacks/endure.js';
import { nameOf, routesOf } from '../support/attacks/routes.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { busy: { type: 'boolean', default: false }, seconds: { type: 'string', default: '30' } },
});
const [named = ''] = positionals;
const program = fileURLToPath(new URL('../../server/index.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'esl-'));
/** Writes 64 MB to the disk, again and again. */
const busy = `const { closeSync, fsyncSync, openSync, writeSync } = require('node:fs');
  for (const block = Buffer.alloc(2 ** 20, 1);;) {
    const file = openSync(${JSON.stringify(join(folder, 'busy'))}, 'w');
    for (let i = 0; i < 64; i++) { writeSync(file, block); fsyncSync(file); }
    closeSync(file);
  }`;
const writer = values.busy ? spawn(process.execPath, ['-e', busy], { stdio: 'inherit' }) : null;
const columns = ['/health', 'work', 'idle', 'update', 'work', 'refused', 'peak', 'left in 30 s'];
console.log(`${'attack'.padEnd(70)}${columns.map((name) => name.padStart(12)).join('')}`);
async function start(databaseUrl: string) {
  const env = { ...process.env, ...attackedEnv, PORT: '0', DATABASE_URL: databaseUrl };
  const server = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [lines] = (await once(server.stdout, 'data')) as [Buffer];
  const [port, oeplPort] = Array.from(lines.toString().matchAll(/:(\d+)\//g), ([, digits]) => Number(digits));
  return { server, attacked: { port: port!, oeplPort: oeplPort!, pid: server.pid! } };
}

const idleServer = await start('memory:');
const routes = await routesOf(`http://127.0.0.1:${idleServer.attacked.port}`);
const rows = [
  ...attacks.map(({ name, endsBySigterm }) => ({ name, endsBySigterm, route: undefined })),
  ...routes.map((route) => ({ name: nameOf(route), endsBySigterm: false, route })),
];
for (const [index, { name, endsBySigterm, route }] of rows.entries()) {
  if (!name.includes(named)) continue;
  const { server, attacked } = await start(`sqlite:${folder}/${index}.db`);
  const ms = Number(values.seconds) * 1000;
  const endured = await endure(attacked, index, ms, idleServer.attacked.port, route);
  const { health, healthWork, update, updateWork, idle, refused, memory, left } = endured;
  for (let i = 0; i < 30 && left() > 60; i++) await delay(1000);
  const cells = [
    ...[health, healthWork, idle, update, updateWork].map((ms) => `${ms.toFixed(0)} ms`),
    String(refused),
    `${memory.toFixed(0)} MB`,
    `${left().toFixed(0)} MB`,
  ];
  console.log(`${name.padEnd(70)}${cells.map((cell) => cell.padStart(12)).join('')}`);
  const exited = once(server, 'exit');
  if (endsBySigterm) {
    server.kill('SIGTERM');
    const ended = await Promise.race([exited, delay(10_000)]);
    console.log(`  after SIGTERM: ${ended ? `exit code ${String(ended[0])}` : 'still there after 10 s'}`);
  }
  server.kill('SIGKILL');
  await exited;
}
idleServer.server.kill('SIGKILL');
writer?.kill('SIGKILL');
rmSync(folder, { recursive: true });
