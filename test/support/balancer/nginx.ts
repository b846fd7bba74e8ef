import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryFolder } from '../server.js';
import type { Balancer } from './own.js';
import { freePort } from '../socket.js';

/** nginx with the file of `compose.many.yaml`, with other addresses, which no name server gives, and another folder. */
export async function startNginx(ports: readonly number[]): Promise<Balancer> {
  let first = true;
  return startWith((text) =>
    text.replaceAll(/^ *server esl-\d+:3000(.*)\n/gm, (_, options: string) => {
      const lines = first ? ports.map((own) => `server 127.0.0.1:${own}${options.replace(' resolve', '')}\n`) : [];
      first = false;
      return lines.join('');
    }),
  );
}

/** nginx before the server `esl-1` on a port, whose address a name server on this machine gives. Needs {@link canResolve}. */
export function startResolving(port: number, nameServer: number): Promise<Balancer> {
  return startWith((text) =>
    text
      .replaceAll(/^ *server esl-[23]:3000.*\n/gm, '')
      .replace('esl-1:3000', `esl-1:${port}`)
      .replace('resolver 127.0.0.11 ', `resolver 127.0.0.1:${nameServer} `),
  );
}

/** Whether this machine's nginx asks for the addresses of servers again: since 1.27.3. */
export function canResolve(): boolean {
  // Without nginx there is no output at all.
  const version = String(spawnSync('nginx', ['-v']).stderr);
  const [, minor = '0', patch = '0'] = /nginx\/1\.(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(minor) > 27 || (Number(minor) === 27 && Number(patch) >= 3);
}

async function startWith(changed: (text: string) => string): Promise<Balancer> {
  const folder = temporaryFolder();
  // As root, nginx runs its workers as another user.
  chmodSync(folder.path, 0o755);
  const port = await freePort();
  const text = changed(readFileSync('.docker/nginx.conf', 'utf8'))
    .replaceAll('/tmp/', `${folder.path}/`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`);
  const file = join(folder.path, 'nginx.conf');
  writeFileSync(file, text);
  const nginx = spawn('nginx', ['-c', file, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  nginx.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exited = once(nginx, 'exit');
  while (!(await listens(port))) {
    if (nginx.exitCode !== null) throw new Error(`nginx does not start: ${said}`);
    await delay(20);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      nginx.kill('SIGTERM');
      await exited;
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
