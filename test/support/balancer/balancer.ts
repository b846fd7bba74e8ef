import { spawnSync } from 'node:child_process';
import { startNginx } from './nginx.js';
import { type Balancer, startOwn } from './own.js';

export type { Balancer };

type StartBalancer = (ports: readonly number[]) => Promise<Balancer>;

/** The balancers of this machine, by name: nginx where it is installed, and one of our own. */
export const balancers: ReadonlyMap<string, StartBalancer> = new Map([
  ...(spawnSync('nginx', ['-v']).error ? [] : ([['nginx', startNginx]] as const)),
  ['our own', startOwn],
]);

/** Shares requests out among the servers on these ports of this machine, by nginx if it is installed. */
export const startBalancer: StartBalancer = (ports) => [...balancers.values()][0]!(ports);
