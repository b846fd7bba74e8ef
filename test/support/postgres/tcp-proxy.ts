import { connect, createServer, type Socket } from 'node:net';
import { listening } from '../socket.js';

/** A proxy for a local port with faults. */
export interface TcpProxy {
  readonly port: number;
  /** Resets every connection. New ones work. */
  cut(): void;
  /** Silently holds back all data, also of new connections. `false` resumes. */
  freeze(frozen: boolean): void;
  /**
   * Resets connections before the response to data that `matches`, so that the client does not learn the result. Null: stops.
   */
  cutAnswersTo(matches: RegExp | null): void;
  /** Changes the channel of LISTEN, so that connections receive no notifications, as with PgBouncer. */
  deafen(): void;
  close(): Promise<void>;
}

/** @param own its port; default: a free one */
export async function startTcpProxy(target: number, own = 0): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let frozen = false;
  let deaf: RegExp | null = null;
  let hears = true;
  const reset = (pair: readonly [Socket, Socket]): void => {
    for (const socket of pair) socket.resetAndDestroy();
    pairs.delete(pair);
  };
  const server = createServer((client) => {
    const pair = [client, connect(target, '127.0.0.1')] as const;
    const [, upstream] = pair;
    let asked = '';
    pairs.add(pair);
    if (frozen) for (const socket of pair) socket.pause();
    client.on('data', (chunk) => {
      asked = deaf ? (asked + chunk.toString('latin1')).slice(-100_000) : '';
      upstream.write(hears ? chunk : elsewhere(chunk));
    });
    upstream.on('data', (chunk) => {
      if (deaf?.test(asked)) reset(pair);
      else client.write(chunk);
    });
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        for (const one of pair) one.destroy();
        pairs.delete(pair);
      });
    }
  });
  const port = await listening(server, own);
  const proxy: TcpProxy = {
    port,
    cut() {
      for (const pair of [...pairs]) reset(pair);
    },
    freeze(now) {
      frozen = now;
      for (const socket of [...pairs].flat()) socket[now ? 'pause' : 'resume']();
    },
    cutAnswersTo(matches) {
      deaf = matches;
    },
    deafen() {
      hears = false;
    },
    async close() {
      proxy.cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

/** Replaces the channel of LISTEN by an unused one of equal length. */
function elsewhere(chunk: Buffer): Buffer {
  return Buffer.from(chunk.toString('latin1').replace('LISTEN esl_log', 'LISTEN esl_off'), 'latin1');
}
