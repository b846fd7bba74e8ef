import { spawnSync } from 'node:child_process';
import { startNginx } from './nginx.js';
import { type Balancer, startOwn } from './own.js';

export type { Balancer };

type StartBalancer = (ports: readonly number[]) => Promise<Balancer>;

/** The balancers of this machine by name: nginx if installed, and our own. */
export const balancers: ReadonlyMap<string, StartBalancer> = new Map([
  ...(spawnSync('nginx', ['-v']).error ? [] : ([['nginx', startNginx]] as const)),
  ['our own', startOwn],
]);

/** Balances requests to servers on local ports, with nginx if installed. */
export const startBalancer: StartBalancer = (ports) => [...balancers.values()][0]!(ports);
