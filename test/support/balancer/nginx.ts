import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryFolder } from '../server.js';
import type { Balancer } from './own.js';
import { freePort } from '../socket.js';

/** Debian's nginx with the file of `compose.many.yaml`, with other addresses and another folder. */
export async function startNginx(ports: readonly number[]): Promise<Balancer> {
  const folder = temporaryFolder();
  // As root, nginx runs its workers as another user.
  chmodSync(folder.path, 0o755);
  const port = await freePort();
  let first = true;
  const text = readFileSync('.docker/nginx.conf', 'utf8')
    .replaceAll('/tmp/', `${folder.path}/`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replaceAll(/^ *server esl-\d+:3000(.*)\n/gm, (_, options: string) => {
      const lines = first ? ports.map((own) => `server 127.0.0.1:${own}${options}\n`) : [];
      first = false;
      return lines.join('');
    });
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
      folder.remove();
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
