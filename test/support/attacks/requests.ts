import { milk } from '../server.js';

/** The requests of a hostile client within its limits. */
export interface Attack {
  readonly name: string;
  readonly before?: readonly Sent[];
  readonly request: (n: number) => Sent;
  /** How many connections are opened whose answers are left unread, and how many requests each sends in one piece. */
  readonly unread?: { readonly connections: number; readonly requests: number };
  /** The same, but the answers are read, and a connection that is closed is opened again. */
  readonly again?: { readonly connections: number; readonly requests: number };
  /** Connections that send one request after another. Absent: 16. */
  readonly connections?: number;
  /** Whether it attacks the access point. */
  readonly onAccessPoint?: boolean;
  /** Whether the server must end in order afterwards: within ten seconds of SIGTERM, with exit code 0. */
  readonly endsBySigterm?: boolean;
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes instead of a request, for what Node's client does not send. */
  readonly raw?: string;
  /** Milliseconds after which the client disconnects without its answer. */
  readonly leavesAfterMs?: number;
}

/** Deterministic characters from a range of Unicode, depending on the seed. */
export function letters(from: number, to: number, count: number, seed: number): string {
  let state = seed * 2654435761 + 12345;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return String.fromCodePoint(from + (state % (to - from)));
  }).join('');
}

export const han = (count: number, seed: number) => letters(0x4e00, 0x9fa0, count, seed);
/** NFC, as on the server, which expands some characters. */
export const devanagari = (count: number, seed: number) =>
  Array.from(letters(0x901, 0x964, count, seed).normalize('NFC'))
    .slice(0, count)
    .join('');
export const latin = (count: number, seed: number) => letters(0x61, 0x7a, count, seed);

export function post(path: string, body: object, headers?: Readonly<Record<string, string>>): Sent {
  return { method: 'POST', path, body: JSON.stringify(body), ...(headers && { headers }) };
}

export const put = (path: string, body: object): Sent => ({ ...post(path, body), method: 'PUT' });
export const get = (path: string): Sent => ({ method: 'GET', path });

/** Boxes of at most 60 nodes each. */
export function box(nodes: readonly object[]): object {
  const groups = Array.from({ length: Math.ceil(nodes.length / 60) }, (_, i) => nodes.slice(i * 60, (i + 1) * 60));
  return { type: 'box', children: groups.map((children) => ({ type: 'box', direction: 'column', grow: 1, children })) };
}

/** A preview with a layout of these nodes, on the largest panel. */
export function preview(nodes: readonly object[], fields: object = {}): Sent {
  const layout = { title: 'A', description: 'B', root: box(nodes) };
  return post('/api/esl/preview', { ...milk, device: 'waveshare-7.5-b-v2', layout, ...fields });
}

export const texts = (count: number, text: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => ({ type: 'text', text: text(i), size: { preferred: 12, floor: 12 } }));
