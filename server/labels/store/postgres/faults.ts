import { StoreBusy } from '../index.js';

/** What a driver or the server says of a failure. */
interface Fault {
  readonly code?: string;
  readonly message: string;
}

/** Of the driver, which has no codes for them. */
const broken =
  /^(Query read timeout|timeout exceeded when trying to connect|timeout expired|Connection terminated|Client (has encountered a connection error|was closed)|Cannot use a pool|The server does not support SSL)/;
/** Of the network, and of a server that goes, comes, or has become a copy that can't be written. */
const away = /^(E[A-Z]{3,}|08\w{3}|57P\w{2}|25006|25P03)$/;
/** Of a server that has too much to do: locks, deadlocks, too many connections, statements that take too long. */
const crowded = /^(40\w{3}|55P03|57014|53300|53400)$/;

/** The connection is of no more use: what it was asked for may be done, or not. */
export function isLost(error: unknown): boolean {
  const { code = '', message } = error as Fault;
  return away.test(code) || broken.test(message);
}

/** The error as the store tells it: {@link StoreBusy} where another try may succeed. */
export function refusalOf(error: unknown): Error {
  const fault = error as Error & Fault;
  if (fault instanceof StoreBusy) return fault;
  const busy = isLost(fault) || crowded.test(fault.code ?? '');
  return busy ? new StoreBusy('The store is busy', { cause: fault }) : fault;
}

/** The server may be there in a moment: it starts, or its name is not known yet. */
export function mayCome(error: unknown): boolean {
  const { code = '' } = error as Fault;
  return (isLost(error) && !/^(25006|ERR_)/.test(code)) || crowded.test(code);
}

/** What is said to whoever can't open the store, and what to do. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [/^newer$/, 'a newer version wrote it. Start that version, or name another database in DATABASE_URL'],
  [/^28/, 'the user or the password is refused. Check both'],
  [/^3D000$/, 'there is no such database. Create it'],
  [/^42501$/, 'the user may not make or use tables there. Grant it CREATE and USAGE on the schema'],
  [/^25006$/, 'it is a copy that can only be read. Name the primary server'],
  [/^53100$/, 'its disk is full. Make room'],
  [/^E(NOTFOUND|AI_AGAIN)$/, 'nobody knows that host. Check its name'],
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
