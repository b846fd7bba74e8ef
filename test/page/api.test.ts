import { getEventListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';

interface ApiError extends Error {
  readonly status: number;
  readonly isTransient: boolean;
  retryMs(otherwiseS: number): number;
}

/** The modules of `server/page/api/`, whose types another project has. */
interface Api {
  readonly ApiError: new (status: number, message: string) => ApiError;
  follow(
    path: string,
    onEvent: (event: { readonly name: string; readonly data: string; readonly id: string }) => unknown,
    onState: (state: string, seconds: number) => unknown,
    onMissing?: (error: ApiError) => unknown,
  ): () => void;
  readPages(path: string): AsyncGenerator<{ readonly next: string | null }, void>;
  send(path: string): Promise<Response>;
  sendCounted(path: string): Promise<{ readonly quota: object | null }>;
  sleep(ms: number, end?: AbortSignal): Promise<void>;
  waitOf(count: number, resumesAt: Date, quota: object | null): { readonly endsAt: Date };
  forEach(
    entries: readonly number[],
    act: (entry: number) => Promise<unknown>,
    fail: (entry: number) => unknown,
    options?: {
      readonly onDone?: (done: number) => unknown;
      readonly onWait?: (wait: { readonly count: number }) => unknown;
      readonly end?: AbortSignal;
    },
  ): Promise<void>;
  createQueue(most: number): (fields: object, signal: AbortSignal, rank?: () => number) => Promise<unknown>;
}

/** A second of the page is 10 ms here. */
const speed = 100;
const [began, started] = [Date.now(), performance.now()];
class QuickDate extends Date {
  static override now = () => began + (performance.now() - started) * speed;
}
interface Sent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}
let sent: Sent[];
/** What the server says to each request, the last one again and again. */
let answers: ((request: Sent) => Response | Promise<Response>)[];

function load(): Api {
  const names = ['each', 'events', 'pause', 'previews', 'request'];
  const { outputFiles } = buildSync({
    stdin: {
      contents: names.map((name) => `export * from './server/page/api/${name}.ts';`).join('\n'),
      resolveDir: process.cwd(),
    },
    ...{ bundle: true, write: false, format: 'cjs', target: 'es2022' },
  });
  const module = { exports: {} };
  runInNewContext(outputFiles[0]!.text, {
    ...{ module, AbortController, AbortSignal, TextDecoder, Blob, clearTimeout, Date: QuickDate },
    ...{ performance: { now: () => performance.now() * speed }, localStorage: undefined, document: undefined },
    setTimeout: (act: () => void, ms: number) => setTimeout(act, ms / speed),
    fetch: async (path: string, init: RequestInit) => {
      init.signal?.throwIfAborted();
      const request = { path, headers: init.headers as Sent['headers'], body: init.body };
      sent.push(request);
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      return answer(request);
    },
  });
  return module.exports as Api;
}

const api = load();
beforeEach(() => {
  [sent, answers] = [[], []];
});

const json = (body: object, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const refusal = (status: number, headers: Record<string, string> = {}, more: object = {}) =>
  json({ title: 'No', detail: 'Why', ...more }, status, headers);
/** A stream of these pieces, which then ends. */
const stream = (...pieces: readonly string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    }),
  );
async function until(happened: () => boolean): Promise<void> {
  for (let i = 0; !happened(); i++) {
    if (i > 400) throw new Error(`Expected it to happen: ${JSON.stringify(sent)}`);
    await delay(5);
  }
}

describe('a stream that the page follows', () => {
  /** Follows a stream until it is missing. */
  const followed = (onEvent: Parameters<Api['follow']>[1], onState: Parameters<Api['follow']>[2] = () => undefined) =>
    new Promise<ApiError>((resolve) => void api.follow('/events', onEvent, onState, resolve));

  test('goes on after the last event that has an id, whatever came later', async () => {
    answers = [
      () => stream('id: 7\nevent: label.updated\ndata: {}\n\n', 'event: bye\ndata: {"reason":"stopping"}\n\n'),
      () => stream('event: bye\ndata: {}\n\n'),
      () => stream('id: 8\ndata: x\n\n'),
      () => stream(),
    ];
    const [heard, states]: [string[], string[]] = [[], []];
    const end = api.follow(
      '/events',
      (event) => heard.push(event.name),
      (state) => states.push(state),
    );
    await until(() => sent.length >= 4);
    end();
    expect(sent.slice(0, 4).map(({ headers }) => headers['Last-Event-ID'])).toEqual([undefined, '7', '7', '8']);
    expect(heard.slice(0, 4)).toEqual(['label.updated', 'bye', 'bye', 'message']);
    expect(states.slice(0, 3)).toEqual(['waiting', 'live', 'lost']);
    const { length } = sent;
    await delay(60);
    expect(sent.length).toBe(length);
  });

  test('is read as it was written, wherever its bytes are parted', async () => {
    const text =
      ': ping\r\n\r\nid: 1\r\nevent: a\r\ndata: é\r\ndata: b\r\n\r\ndata: c\n\nid: 3\n\nevent: d\ndata:e\n\n';
    const expected = [
      { name: 'a', id: '1', data: 'é\nb' },
      { name: 'message', id: '', data: 'c' },
      { name: 'd', id: '', data: 'e' },
    ];
    for (let at = 1; at < text.length; at++) {
      answers = [() => stream(text.slice(0, at), text.slice(at)), () => refusal(404)];
      const heard: object[] = [];
      await followed((event) => heard.push({ ...event }));
      expect([at, heard]).toEqual([at, expected]);
    }
  });

  test('that is refused counts the seconds down, and one that is missing ends', async () => {
    answers = [() => refusal(429, {}, { retry_after: 3 }), () => refusal(404)];
    const states: string[] = [];
    const missing = await followed(
      () => undefined,
      (state, left) => states.push(`${state} ${left}`),
    );
    expect([missing.status, states]).toEqual([404, ['waiting 0', 'refused 3', 'refused 2', 'refused 1', 'waiting 0']]);
  });
});

describe('requests of the page', () => {
  test('read a list to its end', async () => {
    answers = ['b', 'c', null].map((next) => () => json({ next }));
    const pages: unknown[] = [];
    for await (const page of api.readPages('/api/esl/labels')) pages.push(page.next);
    expect(pages).toEqual(['b', 'c', null]);
    expect(sent.map(({ path }) => path)).toEqual(
      ['', '&cursor=b', '&cursor=c'].map((more) => `/api/esl/labels?limit=100${more}`),
    );
  });

  test('know the budget that they counted against, and how long to wait', async () => {
    const headers = { 'RateLimit-Policy': '"update";q=10;w=60', RateLimit: '"update";r=9;t=47' };
    answers = [() => json({}, 200, headers)];
    const quota = { budget: 'update', limit: 10, windowS: 60, left: 9, resetS: 47 };
    expect((await api.sendCounted('/')).quota).toEqual(quota);
    for (const [status, more, ms, isTransient] of [
      [429, { ...headers, 'Retry-After': '12' }, 12_000, true],
      [429, headers, 47_000, true],
      [500, {}, 5000, true],
      [499, {}, 5000, false],
    ] as const) {
      answers = [() => refusal(status, more)];
      const error = (await api.send('/').catch((thrown: unknown) => thrown)) as ApiError;
      expect(error).toMatchObject({ status, isTransient, message: 'No. Why' });
      expect(error.retryMs(5)).toBe(ms);
    }
  });

  test('are repeated for each entry that was refused for now, at most four concurrently, and none begins after the end', async () => {
    let [running, most, tries] = [0, 0, 0];
    const done: number[] = [];
    const act = async (entry: number): Promise<void> => {
      most = Math.max(most, ++running);
      await delay(1);
      running--;
      if (entry % 3 === 0 && ++tries < 5) throw new api.ApiError(429, 'later');
      if (entry === 5) throw new api.ApiError(400, 'never');
      done.push(entry);
    };
    const [failed, counts, waits]: [number[], number[], number[]] = [[], [], []];
    await api.forEach([1, 2, 3, 4, 5, 6, 7], act, (entry) => failed.push(entry), {
      onDone: (count) => counts.push(count),
      onWait: ({ count }) => waits.push(count),
    });
    expect([most, failed, done.sort(), counts]).toEqual([4, [5], [1, 2, 3, 4, 6, 7], [1, 2, 3, 4, 5, 6, 7]]);
    expect(Math.max(...waits)).toBeLessThanOrEqual(7);
    const end = new AbortController();
    const begun: number[] = [];
    const stop = (entry: number): Promise<void> => {
      begun.push(entry);
      if (entry === 2) end.abort();
      return delay(1);
    };
    await api.forEach([1, 2, 3, 4, 5, 6, 7, 8, 9], stop, () => undefined, { end: end.signal });
    expect(begun).toEqual([1, 2]);
    expect(getEventListeners(end.signal, 'abort').length).toBe(0);
  });

  test('wait as long as they should, or until their end, and leave no listener', async () => {
    const end = new AbortController();
    for (const [ms, abortMs] of [
      [2500, null],
      [600_000, 1500],
    ] as const) {
      const from = performance.now();
      const abort = (): void => {
        end.abort();
      };
      if (abortMs !== null) setTimeout(abort, abortMs / speed);
      await api.sleep(ms, end.signal);
      expect(performance.now() - from).toBeGreaterThanOrEqual((abortMs ?? ms) / speed - 2);
      expect(getEventListeners(end.signal, 'abort').length).toBe(0);
    }
    await api.sleep(600_000, end.signal);
    const quota = { budget: 'update', limit: 10, windowS: 60, left: 0, resetS: 5 };
    const at = new Date(0);
    const ends = (count: number) => api.waitOf(count, at, quota).endsAt.getTime() / 1000;
    expect([1, 10, 11, 20, 21].map(ends)).toEqual([0, 0, 60, 60, 120]);
  });
});

describe('a queue of pictures', () => {
  const picture = (name: string) => ({ image: { data_uri: name } });
  const fields = (product_name: string) => ({ product_name, price: '1.00', unit: '1 L' });
  const named = ({ body }: Sent) => (JSON.parse(body as string) as { product_name: string }).product_name;

  test('draws the lowest rank first, each once, and again after a pause', async () => {
    answers = [() => refusal(429, {}), (request) => json(picture(named(request)))];
    const draw = api.createQueue(1);
    const { signal } = new AbortController();
    const found = await Promise.all([3, 1, 2].map((rank) => draw(fields(`q${rank}`), signal, () => rank)));
    expect(found.map((one) => (one as { image: { data_uri: string } }).image.data_uri)).toEqual(['q3', 'q1', 'q2']);
    // The first began before the others came.
    expect(sent.map(named)).toEqual(['q3', 'q1', 'q2', 'q3']);
    await draw(fields('q1'), signal);
    expect(sent.length).toBe(4);
  });

  test('returns null for what was aborted before, while it waits and while it is drawn', async () => {
    const end = new AbortController();
    answers = [() => delay(30).then(() => json(picture('x')))];
    const draw = api.createQueue(1);
    const waits = ['r1', 'r2'].map((name) => draw(fields(name), end.signal));
    await delay(5);
    end.abort();
    expect(await Promise.all([...waits, draw(fields('r3'), end.signal)])).toEqual([null, null, null]);
    expect(sent.length).toBe(1);
  });
});
