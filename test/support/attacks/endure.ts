import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { milk } from '../server.js';
import type { AttackerData } from './attacker.js';

/** What others had to bear during an attack. */
export interface Endured {
  /** The longest that an answer took, in milliseconds. */
  readonly health: number;
  readonly update: number;
  /** Requests of others that were not answered with 200. */
  readonly refused: number;
  /** The most memory that the server had, in megabytes; NaN where the system does not say. */
  readonly memory: number;
}

/** The settings of a server that is attacked: clients are told apart by X-Forwarded-For. */
export const attackedEnv = { TRUST_PROXY_HOPS: '1', LOG_LEVEL: 'silent' };

/** A server that runs on this machine. */
interface Attacked {
  readonly port: number;
  readonly pid: number;
}

/** Attacks a server for so many milliseconds, and meanwhile asks for its health and posts updates, as others do. */
export async function endure({ port, pid }: Attacked, attack: number, ms: number): Promise<Endured> {
  const others = otherClients(port, 100 + attack);
  await others.ask('/api/esl/labels/other', {}, 'PUT');
  const workerData: AttackerData = { port, attack };
  const attacker = new Worker(new URL('./attacker.js', import.meta.url), { workerData });
  const end = performance.now() + ms;
  const again = async (pause: number, act: (n: number) => Promise<number> | number): Promise<number> => {
    let most = 0;
    for (let n = 0; performance.now() < end; await delay(pause), n++) most = Math.max(most, await act(n));
    return most;
  };
  const [health, update, memory] = await Promise.all([
    again(20, () => others.ask('/health')),
    again(100, (n) => others.ask('/api/esl/labels/other/update', { ...milk, price: `${n}.50` })),
    again(50, () => memoryOf(pid)),
  ]);
  await attacker.terminate();
  return { health, update, memory, refused: others.refused() };
}

/** Clients each of which asks once: a budget is not what is tried here. */
function otherClients(port: number, network: number) {
  let [asked, refused] = [0, 0];
  return {
    refused: () => refused,
    /** Resolves with the milliseconds until the whole answer was there. */
    async ask(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<number> {
      const start = performance.now();
      const address = `10.${network}.${(asked >> 8) & 255}.${asked++ & 255}`;
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { 'X-Forwarded-For': address, 'Content-Type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      }).catch(() => null);
      await answer?.arrayBuffer();
      if (!answer?.ok) refused++;
      return performance.now() - start;
    },
  };
}

function memoryOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
  } catch {
    return NaN;
  }
}
