import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkEvent, type EmulatedPanel, parseLine, type Refresh, TraceError } from '../../renderer/index.js';

export const hostLimits = {
  /** Bytes of a line: 32 KiB of data and more. */
  line: 256 * 1024,
  /** Bytes of answers that the host has not read, after which the panel reads no more. */
  unread: 64 * 1024,
  /** Refreshes a second, after which the panel waits for the next second. */
  refreshes: 20,
} as const;

/**
 * Serves a host until it disconnects: takes an event a line, answers `busy`, `level` and `read`. What is unread stays in the
 * socket's own buffer, so that a host costs one line and one chunk of memory besides the panel.
 */
export async function serveHost(
  socket: Socket,
  panel: EmulatedPanel,
  onRefresh: (refresh: Refresh) => void,
): Promise<void> {
  let started = Date.now();
  let refreshes = 0;
  const state = { isInData: false };
  /** What showing a refresh threw: no fault of the host. */
  let unshown: unknown;

  const take = async (line: string): Promise<void> => {
    if (line.trim() === '') return;
    const value = parseLine(line, 'a line');
    // A header.
    if (typeof value === 'object' && !Array.isArray(value)) return;
    const event = checkEvent(value, 'a line');
    state.isInData = ['c', 'd', 'd1'].includes(event[0]);
    const answer = panel.feed(event);
    for (const refresh of answer.refreshes) {
      try {
        onRefresh(refresh);
      } catch (error) {
        unshown = error;
        throw error;
      }
      if (Date.now() - started >= 1000) [started, refreshes] = [Date.now(), 0];
      if (++refreshes >= hostLimits.refreshes) await sleep(Math.max(started + 1000 - Date.now(), 1));
    }
    if (event[0] === 'busy' || event[0] === 'level') send({ busy: answer.busy ? 1 : 0, level: answer.busyLevel });
    if (answer.read) send({ read: Buffer.from(answer.read).toString('hex') });
  };

  const send = (answer: object): void => {
    socket.write(`${JSON.stringify(answer)}\n`);
  };

  try {
    for await (const line of linesOf(socket)) {
      await take(line);
      if (socket.writableLength > hostLimits.unread) await drained(socket);
    }
  } catch (error) {
    const isWrong = error instanceof TraceError;
    const isGone = socket.destroyed || (error as NodeJS.ErrnoException).syscall !== undefined;
    if (error === unshown || (!isWrong && !isGone)) throw error;
    if (isWrong) socket.end(`${JSON.stringify({ error: error.message })}\n`);
    stopped(panel, (error as Error).message, isWrong ? 'error' : 'warning');
    return;
  }
  if (state.isInData) stopped(panel, 'the connection closed after data', 'warning');
  socket.end();
}

function stopped(panel: EmulatedPanel, received: string, grade: 'error' | 'warning'): void {
  panel.report('host-stopped', { expected: 'a refresh, a wait or a reset before the end', received, grade });
}

async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    const text = rest + (chunk as Buffer).toString('latin1');
    let at = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      yield text.slice(at, end);
      at = end + 1;
    }
    rest = text.slice(at);
    if (rest.length > hostLimits.line)
      throw new TraceError(`Expected a line of at most ${hostLimits.line} bytes but received more`);
  }
  // The last line may lack its end.
  yield rest;
}

async function drained(socket: Socket): Promise<void> {
  await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
}
