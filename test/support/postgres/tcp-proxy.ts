import { connect, createServer, type Socket } from 'node:net';
import { listening } from '../socket.js';

/** A way to a port of this machine that a test can make worse. */
export interface TcpProxy {
  readonly port: number;
  /** Resets every connection. New ones work. */
  cut(): void;
  /** From now on nothing goes through, and nobody is told; new connections are taken too. `false` lets all go on. */
  freeze(frozen: boolean): void;
  /**
   * Resets each connection on which the server is about to answer to what `matches` finds in what the client has sent, so
   * that the client does not hear what became of it. Null: none any more.
   */
  cutAnswersTo(matches: RegExp | null): void;
  /** From now on connections listen to another channel than they ask for, as through PgBouncer: they hear nothing. */
  deafen(): void;
  close(): Promise<void>;
}

/** @param own its port; a free one unless it is given */
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

/** What is sent, but that it listens to a channel on which nobody speaks. Its length stays. */
function elsewhere(chunk: Buffer): Buffer {
  return Buffer.from(chunk.toString('latin1').replace('LISTEN esl_labels', 'LISTEN esl_nobody'), 'latin1');
}
