import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Kept } from './keeper.js';

/** A real PostgreSQL server. */
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
  /** Ends the server immediately, as a crash would, and resolves when it is there again. */
  crash(): Promise<void>;
}

let shared: Promise<PostgresServer> | undefined;

/**
 * The server of all test files that run in this process: starting one takes seconds. It loses what a power failure would take,
 * but nothing in a crash of its own. It ends with this process.
 */
export function sharedPostgres(): Promise<PostgresServer> {
  return (shared ??= startPostgres('fsync=off', 'full_page_writes=off', 'autovacuum=off'));
}

/** Starts a server, which ends with this process. */
export async function startPostgres(...settings: readonly string[]): Promise<PostgresServer> {
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('keeper.js', import.meta.url)), ...settings], {
    // A group of its own: what kills the tests lets it tidy up.
    detached: true,
    // None is shared with this process, which would not end before the keeper.
    stdio: 'pipe',
  });
  // This process does not wait for it to end.
  keeper.unref();
  const [stdin, stdout, stderr] = keeper.stdio as unknown as readonly [Socket, Socket, Socket];
  stdin.unref();
  stderr.unref();
  let complaint = '';
  stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const lines = createInterface(stdout)[Symbol.asyncIterator]();
  const ready = async (): Promise<Kept> => {
    stdout.ref();
    const line = await lines.next();
    stdout.unref();
    if (line.done) throw new Error(`The keeper of PostgreSQL ended: ${complaint}`);
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
