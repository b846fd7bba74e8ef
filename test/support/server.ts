import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DrawnBox, Finding, LabelStep, Warning } from '../../renderer/index.js';
import type { FieldProblem } from '../../server/fields/field-problem.js';
import type { TagView } from '../../server/labels/tag/view.js';

/** The environment of started programs: only the path. */
export const childEnvironment = (): Readonly<Record<string, string>> => ({ PATH: process.env.PATH ?? '' });

const program = fileURLToPath(new URL('../../server/index.js', import.meta.url));

export const milk = { price: '3.50', product_name: 'Organic whole milk', unit: '1 L' };
/** The same with a date: its picture never changes. */
export const milkLabel = { ...milk, sku: '4006381333931', date: '2026-11-20' };

export interface RunningServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  readonly output: { stdout: string; stderr: string };
  /** Requests a stop. Resolves with the exit code. */
  stop(): Promise<number | null>;
}

export interface ServerProcess extends RunningServer {
  readonly process: ChildProcess;
  /** kill -9. */
  kill(): Promise<void>;
}

/**
 * Starts a server process on a free port, with a store in memory unless `env` has another. `args` start another program. This
 * takes seconds of CPU: tests that do not need a process use `startHere`. The process ends with its test, and one of
 * `beforeAll` with its file.
 */
export async function startServer(
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [program],
  cwd?: string,
): Promise<ServerProcess> {
  const child = spawnServer({ DATABASE_URL: 'memory:', PORT: '0', ...env }, args, cwd);
  const output = outputOf(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', () => {
      if (output.stdout.includes('\n')) resolve();
    });
    child.once('exit', (code) => {
      reject(new Error(`The server stopped with ${String(code)}: ${output.stderr}`));
    });
  });
  const url = /http:\/\/\S+(?=\/)/.exec(output.stdout)![0];
  // The last output arrives after its end.
  const exited = once(child, 'close') as Promise<[number | null]>;
  return {
    url,
    port: Number(new URL(url).port),
    process: child,
    output,
    async stop() {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Starts a server that must fail. @returns its output and exit code */
export async function failingStart(env: Readonly<Record<string, string>>) {
  const child = spawnServer({ DATABASE_URL: 'memory:', PORT: '0', ...env });
  const output = outputOf(child);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

type Ends = (() => unknown)[];

/** What has to end with the running test, also after a failure, and with the running file. */
const ofTest: Ends = [];
const ofFile: Ends = [];
let inTest = false;

/** Called before each test; see `each-file.ts`. */
export function beginTest(): void {
  inTest = true;
}

/** Called after each test. */
export async function endTest(): Promise<void> {
  inTest = false;
  await endAll(ofTest);
}

/** Called after each file, before its own `afterAll`. */
export function endFile(): Promise<void> {
  return endAll(ofFile);
}

/** The newest first: what it needs is older. */
async function endAll(ends: Ends): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}

/** Calls `end` after the running test; outside of tests, after the file. */
export function endAfterwards(end: () => unknown): void {
  (inTest ? ofTest : ofFile).push(end);
}

/** A server process that may not listen yet. */
export function spawnServer(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [program],
  cwd?: string,
): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...childEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endAfterwards(() => child.kill('SIGKILL'));
  return child;
}

function outputOf(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' };
  child.stdout!.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  return output;
}

/** A temporary folder of the running test or file, and paths in it. */
export function temporaryFolder(): { readonly path: string; readonly at: (...names: readonly string[]) => string } {
  const path = mkdtempSync(join(tmpdir(), 'esl-'));
  endAfterwards(() => {
    rmSync(path, { recursive: true, force: true });
  });
  return { path, at: (...names) => join(path, ...names) };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonBody;
}

export interface LabelBody {
  readonly id: string;
  readonly revision: number;
  readonly updated_at: string;
  readonly device: string;
  readonly layout: string;
  readonly layout_version: number | null;
  readonly locale: string;
  readonly currency: string;
  readonly data: Readonly<Record<string, string>>;
  readonly content: Readonly<Record<'product_name' | 'price' | 'unit' | 'sku' | 'date' | 'model_line', string>>;
  readonly image: { readonly url: string };
  readonly findings?: readonly Finding[];
  readonly step: LabelStep | null;
  readonly tag: TagView | null;
}

export interface LayoutBody {
  readonly id: string;
  readonly version: number;
  readonly updated_at: string | null;
  readonly title: string;
  readonly data?: object;
}

/** The fields of responses that tests read. The test of the OpenAPI document checks the responses' types. */
export interface JsonBody extends Omit<LabelBody, 'layout'> {
  readonly parent?: string;
  readonly code: string;
  readonly status: number | string;
  readonly request_id: string;
  readonly detail: string;
  readonly retry_after: number;
  readonly errors: readonly FieldProblem[];
  readonly label: LabelBody;
  readonly image: { readonly url: string; readonly sha256: string; readonly data_uri: string };
  readonly warnings: readonly Warning[];
  readonly findings: readonly Finding[];
  readonly boxes: readonly DrawnBox[];
  readonly step: LabelStep | null;
  readonly labels: readonly LabelBody[];
  readonly layout: LayoutBody;
  readonly layouts: readonly LayoutBody[];
  readonly next: string | null;
  readonly revisions: readonly LabelBody[];
  readonly endpoints: readonly { readonly method: string; readonly path: string; readonly budget?: string }[];
  readonly limits: object;
  readonly error_codes: readonly { readonly code: string; readonly type: string }[];
  readonly locales: readonly string[];
  readonly currencies: readonly string[];
  readonly fonts: readonly { readonly name: string; readonly installed: boolean }[];
  readonly checks: object;
  readonly curl: string;
  readonly request: object;
  readonly response: JsonBody;
}

interface Request {
  readonly method?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** Sends a request, optionally with a JSON body. @returns its JSON response */
export async function call(url: string, { method, body, headers = {}, signal }: Request = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    signal: signal ?? null,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: bodyOf(text) };
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonBody;
  readonly closed: boolean;
}

/**
 * Sends raw bytes and reads one response. `end` closes our half afterwards. `closed`: the server closed the connection, which is
 * awaited after `Connection: close`.
 */
export async function raw(port: number, bytes: string | Buffer, { end = false } = {}): Promise<RawAnswer> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = Buffer.alloc(0);
  let closed = true;
  socket.once('connect', () => (end ? socket.end(bytes) : socket.write(bytes)));
  try {
    for await (const chunk of socket) {
      text = Buffer.concat([text, chunk as Buffer]);
      const { complete, closes } = parse(text);
      closed = !complete || closes;
      if (!closed) break;
    }
  } catch {
    // The server reset the connection.
  }
  const { status, headers, body } = parse(text);
  return { status, headers, body: bodyOf(body), closed };
}

/** Null without a body: a test that reads it then fails. */
function bodyOf(text: string): JsonBody {
  return (text === '' ? null : JSON.parse(text)) as JsonBody;
}

function parse(bytes: Buffer) {
  // 100 Continue is not the response.
  const text = bytes.toString('latin1').replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const split = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, Math.max(split, 0)).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = split < 0 ? '' : Buffer.from(text.slice(split + 4), 'latin1').toString();
  const length = Number(headers['content-length'] ?? 0);
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers,
    body,
    complete: split >= 0 && Buffer.byteLength(body) >= length,
    closes: headers.connection === 'close',
  };
}

/** A raw POST of JSON to the update operation. */
export function post(body: string, headers: readonly string[] = ['Content-Type: application/json']): string {
  const lines = [
    'POST /api/esl/update HTTP/1.1',
    'Host: localhost',
    ...headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return [...lines, '', body].join('\r\n');
}
