import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { milk } from '../server.js';
import type { AttackerData } from './attacker.js';
import { allVendors } from './full.js';
import type { AttackedRoute } from './routes.js';

/** The effects of an attack on other clients. */
export interface Endured {
  /** The slowest response in milliseconds. */
  readonly health: number;
  readonly update: number;
  /**
   * The longest time that the server's main thread worked while `/health`, and while an update waited, in milliseconds: what
   * they take on a machine with nothing else to do. NaN: unknown.
   */
  readonly healthWork: number;
  readonly updateWork: number;
  /** The same as `health` for a server that no client attacks: the delays of the machine. NaN without such a server. */
  readonly idle: number;
  /** Requests of other clients without status 200. */
  readonly refused: number;
  /** The server's peak memory in megabytes; NaN if unknown. */
  readonly memory: number;
  /** How much more it has afterwards than before, in megabytes. */
  readonly left: () => number;
}

/** The settings of a server that is attacked. Clients have addresses of this machine. */
export const attackedEnv = { LOG_LEVEL: 'silent', OEPL_PORT: '0', VENDORS: allVendors, WEBHOOKS: 'any' };

/** A server that runs on this machine. */
interface Attacked {
  readonly port: number;
  readonly oeplPort: number;
  readonly pid: number;
}

/**
 * Attacks a server for this number of milliseconds, and meanwhile requests its health and posts updates, as other clients do.
 * @param idlePort of a server that no client attacks
 * @param route attacked in place of the attack with this index
 */
export async function endure(
  { port, oeplPort, pid }: Attacked,
  attack: number,
  ms: number,
  idlePort?: number,
  route?: AttackedRoute,
): Promise<Endured> {
  const network = 100 + (attack % 150);
  const others = otherClients(port, network);
  const elsewhere = idlePort === undefined ? null : otherClients(idlePort, network);
  await others.ask('/api/esl/labels/other', {}, 'PUT');
  // The first ones load what they need.
  for (let i = 0; i < 3; i++) await others.ask('/api/esl/labels/other/update', { ...milk, price: `${i}.10` });
  const before = memoryOf(pid);
  const workerData: AttackerData = { port, oeplPort, attack, ...(route && { route }) };
  const attacker = new Worker(new URL('./attacker.js', import.meta.url), { workerData });
  await once(attacker, 'message');
  const end = performance.now() + ms;
  const again = async (pause: number, act: (n: number) => Promise<number> | number): Promise<number> => {
    let most = 0;
    for (let n = 0; performance.now() < end; await delay(pause), n++) most = Math.max(most, await act(n));
    return most;
  };
  const working = async (most: { work: number }, act: () => Promise<number>): Promise<number> => {
    const start = workOf(pid);
    const taken = await act();
    most.work = Math.max(most.work, workOf(pid) - start);
    return taken;
  };
  const [healthMost, updateMost] = [{ work: 0 }, { work: 0 }];
  const [health, update, memory, idle] = await Promise.all([
    again(20, () => working(healthMost, () => others.ask('/health'))),
    again(100, (n) =>
      working(updateMost, () => others.ask('/api/esl/labels/other/update', { ...milk, price: `${n}.50` })),
    ),
    again(50, () => memoryOf(pid)),
    elsewhere ? again(20, () => elsewhere.ask('/health')) : NaN,
  ]);
  await attacker.terminate();
  return {
    ...{ health, update, idle, memory, healthWork: healthMost.work, updateWork: updateMost.work },
    left: () => memoryOf(pid) - before,
    refused: others.refused(),
  };
}

/** Each client sends one request, so that no budget is exceeded. */
function otherClients(port: number, network: number) {
  let [asked, refused] = [0, 0];
  return {
    refused: () => refused,
    /** Resolves with the milliseconds until the complete response. */
    async ask(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<number> {
      const start = performance.now();
      const localAddress = `127.${network}.${(asked >> 8) & 255}.${asked++ & 255 || 1}`;
      const status = await new Promise<number>((resolve) => {
        const headers = { 'Content-Type': 'application/json' };
        const sent = request({ port, host: '127.0.0.1', path, method, localAddress, headers }, (answer) => {
          answer.resume().once('close', () => {
            resolve(answer.complete ? answer.statusCode! : 0);
          });
        });
        sent.once('error', () => {
          resolve(0);
        });
        sent.end(body && JSON.stringify(body));
      });
      if (status < 200 || status >= 300) refused++;
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

/** The milliseconds that a process's main thread has run. */
function workOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/sched`, 'utf8');
    return Number(/^se\.sum_exec_runtime\s+:\s+([\d.]+)/m.exec(text)![1]);
  } catch {
    return NaN;
  }
}
