import { readFileSync } from 'node:fs';
import { lazy } from '../lazy.js';
import { tokenCount } from './tokens.js';

/** The exports of `assembly/deflate.ts`. Numbers are addresses in its memory, or bytes. */
interface Assembly {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly table: { readonly value: number };
  readonly counts: { readonly value: number };
  readonly rows: { readonly value: number };
  reserve(bytes: number): number;
  find(stride: number): void;
  count(): void;
  write(to: number, bits: number, count: number, far: number, farCount: number): number;
  adler(): number;
}

/** The compressor's inner loops and their memory, which holds the rows and the matches found in them. */
export interface Engine {
  readonly assembly: Assembly;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** The address of the output. */
  output: number;
  /** The bits to write for each token: see `tabulate`. */
  readonly table: Int32Array;
  /** How often each token occurs. */
  readonly counts: Uint32Array;
}

/** Node's types lack these. */
const { Module, Instance } = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly Module: new (code: Uint8Array) => object;
      readonly Instance: new (module: object) => { readonly exports: unknown };
    };
  }
).WebAssembly;

/** In bytes. A memory never shrinks, so more rows get a temporary one. */
const maxReusedBytes = 1 << 20;

const module = lazy(() => new Module(readFileSync(new URL('./deflate.wasm', import.meta.url))));
let sharedEngine: Engine | undefined;

/** Copies rows into the engine and finds their runs and, unless `stride` is 0, their copies of the row above. */
export function findMatches(rows: Uint8Array, stride: number): Engine {
  const small = rows.length <= maxReusedBytes;
  const assembly = small && sharedEngine ? sharedEngine.assembly : (new Instance(module()).exports as Assembly);
  const output = assembly.reserve(rows.length);
  // When the memory grows, it gets another buffer.
  const engine = small && sharedEngine?.bytes.buffer === assembly.memory.buffer ? sharedEngine : createEngine(assembly);
  if (small) sharedEngine = engine;
  engine.output = output;
  engine.bytes.set(rows, assembly.rows.value);
  assembly.find(stride);
  return engine;
}

function createEngine(assembly: Assembly): Engine {
  const { buffer } = assembly.memory;
  return {
    assembly,
    bytes: new Uint8Array(buffer),
    view: new DataView(buffer),
    output: 0,
    table: new Int32Array(buffer, assembly.table.value, tokenCount),
    counts: new Uint32Array(buffer, assembly.counts.value, tokenCount),
  };
}
