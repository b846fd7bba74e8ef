import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Kept } from './keeper.js';

/** A real PostgreSQL server of one test file. */
export interface PostgresServer {
  readonly port: number;
  /** The URL of a database. */
  url(database: string): string;
  /** Makes an empty database, or a copy of one that nobody uses. @returns its URL */
  create(template?: string): Promise<string>;
  /** Runs a statement as the owner of everything. */
  query(sql: string, database?: string): Promise<readonly Record<string, unknown>[]>;
  /** Stops all processes of the server where they are; the returned function lets them go on. */
  freeze(): Promise<() => void>;
  /** Ends the server at once, as a crash would, and resolves when it is there again. */
  crash(): Promise<void>;
  /** Ends it some time later, and leaves nothing behind. */
  stop(): void;
}

/** Starts a server, which takes about two seconds. It ends with this process at the latest. */
export async function startPostgres(): Promise<PostgresServer> {
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('keeper.js', import.meta.url))], {
    // A group of its own: what kills the tests lets it tidy up.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(keeper.stdout)[Symbol.asyncIterator]();
  const ready = async (): Promise<Kept> => {
    const line = await lines.next();
    if (line.done) throw new Error('The keeper of PostgreSQL ended');
    return JSON.parse(line.value) as Kept;
  };
  let kept = await ready();
  const { port } = kept;
  const url = (database: string) => `postgres://postgres:secret@127.0.0.1:${port}/${database}`;
  const query: PostgresServer['query'] = async (sql, database = 'postgres') => {
    const client = new pg.Client({ connectionString: url(database), connectionTimeoutMillis: 5000 });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  let made = 0;
  return {
    port,
    url,
    query,
    async create(template = url('template1')) {
      const name = `test_${made++}`;
      await query(`CREATE DATABASE ${name} TEMPLATE ${new URL(template).pathname.slice(1)}`);
      return url(name);
    },
    async freeze() {
      const rows = await query('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
      const pids = [kept.pid, ...rows.map(({ pid }) => Number(pid))];
      for (const pid of pids) signal(pid, 'SIGSTOP');
      return () => {
        for (const pid of pids) signal(pid, 'SIGCONT');
      };
    },
    async crash() {
      signal(kept.pid, 'SIGQUIT');
      kept = await ready();
    },
    stop() {
      keeper.stdin.destroy();
      keeper.stdout.destroy();
      keeper.unref();
    },
  };
}

/** Sends a signal to a process that may have ended meanwhile. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
