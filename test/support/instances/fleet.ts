import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Balancer, startBalancer } from '../balancer/balancer.js';
import { type ServerProcess, spawnServer, startServer } from '../server.js';

/** Server processes with one database and a balancer. */
export interface Fleet {
  /** The balancer's address. */
  readonly url: string;
  /** The running servers, in the order of their ports. */
  readonly servers: readonly ServerProcess[];
  /**
   * Kills a server (-9) and restarts it on its port. Resolves when it listens.
   * @param killed milliseconds after which starts are killed (-9), one after the other, before the last one
   */
  restart(place: number, killed?: readonly number[]): Promise<void>;
  stop(): Promise<void>;
}

const tries = 20;

/** Starts three servers and a balancer. `X-Forwarded-For` identifies clients. */
export async function startFleet(databaseUrl: string, settings: Readonly<Record<string, string>> = {}): Promise<Fleet> {
  const env = { DATABASE_URL: databaseUrl, RATE_LIMIT: '1000000000', TRUST_PROXY_HOPS: '2', ...settings };
  const servers = await Promise.all([1, 2, 3].map(() => startServer(env)));
  const balancer: Balancer = await startBalancer(servers.map(({ port }) => port));
  const again = async (port: number): Promise<ServerProcess> => {
    for (let attempt = 1; ; attempt++)
      try {
        return await startServer({ ...env, PORT: String(port) });
      } catch (error) {
        // Another process may use the port for a moment.
        if (attempt === tries) throw error;
        await delay(100);
      }
  };
  return {
    url: balancer.url,
    servers,
    async restart(place, killed = []) {
      const server = servers[place]!;
      await server.kill();
      for (const ms of killed) {
        const starting = spawnServer({ ...env, PORT: String(server.port) });
        const ended = once(starting, 'close');
        await delay(ms);
        starting.kill('SIGKILL');
        await ended;
      }
      servers[place] = await again(server.port);
    },
    async stop() {
      await balancer.stop();
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}
