import { StoreBusy, StoreFull } from '../index.js';

/** An error of the driver or the server. */
interface Fault {
  readonly code?: string;
  readonly message: string;
}

/** Errors of the driver, which have no codes. */
const broken =
  /^(Query read timeout|timeout exceeded when trying to connect|timeout expired|Connection terminated|Client (has encountered a connection error|was closed)|Cannot use a pool|The server does not support SSL)/;
/** Errors of the network, and of a server that stops, starts, or has become read-only. */
const away = /^(E[A-Z]{3,}|08\w{3}|57P\w{2}|25006|25P03)$/;
/** Errors of an overloaded server: locks, deadlocks, too many connections, statement timeouts. */
const crowded = /^(40\w{3}|55P03|57014|53300|53400)$/;

const diskFull = '53100';

/** Whether the connection was lost: its last statement may have been executed, or not. */
export function isLost(error: unknown): boolean {
  const { code = '', message } = error as Fault;
  return away.test(code) || broken.test(message);
}

/** The error that the store throws: {@link StoreBusy} if another attempt may succeed, {@link StoreFull} on a full disk. */
export function refusalOf(error: unknown): Error {
  const fault = error as Error & Fault;
  if (fault instanceof StoreBusy) return fault;
  if (fault.code === diskFull) return new StoreFull('The disk is full', { cause: fault });
  const busy = isLost(fault) || crowded.test(fault.code ?? '');
  return busy ? new StoreBusy('The store is busy', { cause: fault }) : fault;
}

/** Whether the server may answer soon: it starts, or its name can't be resolved yet. */
export function mayCome(error: unknown): boolean {
  const { code = '', message } = error as Fault;
  const hasAnswered = /^(25006|ERR_)/.test(code) || message.includes('does not support SSL');
  return (isLost(error) && !hasAnswered) || crowded.test(code);
}

/** Causes and remedies when the store can't be opened, by error code. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [/^newer$/, 'a newer version wrote it. Start that version, or name another database in DATABASE_URL'],
  [/^(foreign|42P07)$/, 'it has tables of another program. Name another database or schema in DATABASE_URL'],
  [/^53300$/, 'the server has no free connection. Close others, or raise its max_connections'],
  [
    /does not support SSL/,
    'the server has no TLS, which sslmode in DATABASE_URL asks for. Set up TLS there, or leave sslmode out',
  ],
  [/^28/, 'the user or the password is refused. Check both'],
  [/^3D000$/, 'there is no such database. Create it'],
  [/^(42501|3F000)$/, 'the user may not make or use tables there. Grant it CREATE and USAGE on the schema'],
  [/^25006$/, 'it is a copy that can only be read. Name the primary server'],
  [new RegExp(`^${diskFull}$`), 'its disk is full. Make room'],
  [/^E(NOTFOUND|AI_AGAIN)$/, 'the host is unknown. Check its name'],
  [/^55P03$/, 'another process changes its tables and does not end. Stop that process'],
];

/** Why the store can't be opened, in one line, without a password. */
export function remedyOf(error: unknown): string {
  const { code, message } = error as Fault;
  const known = remedies.find(([pattern]) => pattern.test(code ?? message));
  if (known) return known[1];
  if (mayCome(error)) return 'the server does not answer. Start it, or check its host and port';
  return message.replaceAll(/\s+/g, ' ');
}
