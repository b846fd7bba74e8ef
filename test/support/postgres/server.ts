import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { ServerProcess } from './keeper.js';
import { folderOf } from './folder.js';

export interface PostgresServer {
  readonly port: number;
  /** The URL of a database. */
  url(database: string): string;
  /** Creates an empty database, or a copy of an unused one. @returns its URL */
  create(template?: string): Promise<string>;
  /** Runs a statement as superuser. */
  query(sql: string, database?: string): Promise<readonly Record<string, unknown>[]>;
  /** Suspends all processes of the server. @returns a function that resumes them */
  freeze(): Promise<() => void>;
  /** Ends the server like a crash. Resolves after its restart. */
  crash(): Promise<void>;
  /** Restarts the server as a standby, which only reads until `pg_promote()`. */
  demote(): Promise<void>;
}

let shared: Promise<PostgresServer> | undefined;

/**
 * The server of all test files in this process, as starting one takes seconds. It would lose data in a power failure, but not in
 * a crash. It ends with this process.
 */
export function sharedPostgres(): Promise<PostgresServer> {
  return (shared ??= startPostgres('fsync=off', 'full_page_writes=off', 'autovacuum=off'));
}

/** Starts a server, which ends with this process. */
export async function startPostgres(...settings: readonly string[]): Promise<PostgresServer> {
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('keeper.js', import.meta.url)), ...settings], {
    // A separate process group: it can clean up after the tests are killed.
    detached: true,
    // Not inherited: this process would otherwise wait for the keeper.
    stdio: 'pipe',
  });
  // This process does not wait for its end.
  keeper.unref();
  const [stdin, stdout, stderr] = keeper.stdio as unknown as readonly [Socket, Socket, Socket];
  stdin.unref();
  stderr.unref();
  let complaint = '';
  stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const lines = createInterface(stdout)[Symbol.asyncIterator]();
  const ready = async (): Promise<ServerProcess> => {
    stdout.ref();
    const line = await lines.next();
    stdout.unref();
    if (line.done) throw new Error(`The keeper of PostgreSQL ended: ${complaint}`);
    return JSON.parse(line.value) as ServerProcess;
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
  const crash = async (): Promise<void> => {
    signal(kept.pid, 'SIGQUIT');
    kept = await ready();
  };
  return {
    port,
    url,
    query,
    async create(template = url('template1')) {
      const name = `test_${made++}`;
      await query(`CREATE DATABASE ${name} TEMPLATE ${new URL(template).pathname.slice(1)} STRATEGY = FILE_COPY`);
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
    crash,
    demote() {
      writeFileSync(join(folderOf(keeper.pid!), 'data', 'standby.signal'), '');
      return crash();
    },
  };
}

/** Signals a process that may have ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
