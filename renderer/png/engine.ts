import { readFileSync } from 'node:fs';
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
  /** All of the memory. */
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Where the stream goes. */
  output: number;
  /** What is to be written for each token: see `tabulate`. */
  readonly table: Int32Array;
  /** How often each token occurs. */
  readonly counts: Uint32Array;
}

/** Node's types do not have these. */
const { Module, Instance } = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly Module: new (code: Uint8Array) => object;
      readonly Instance: new (module: object) => { readonly exports: unknown };
    };
  }
).WebAssembly;

/** A memory never shrinks, so rows of more bytes than this get one of their own, which is not kept. */
const mostKept = 1 << 20;

let module: object | undefined;
let kept: Engine | undefined;

/** Copies rows into the engine and finds their runs and, unless `stride` is 0, their copies of the row above. */
export function findMatches(rows: Uint8Array, stride: number): Engine {
  const small = rows.length <= mostKept;
  const assembly = small && kept ? kept.assembly : instantiate();
  const output = assembly.reserve(rows.length);
  // When the memory grows, it gets another buffer.
  const engine = small && kept?.bytes.buffer === assembly.memory.buffer ? kept : createEngine(assembly);
  if (small) kept = engine;
  engine.output = output;
  engine.bytes.set(rows, assembly.rows.value);
  assembly.find(stride);
  return engine;
}

function instantiate(): Assembly {
  module ??= new Module(readFileSync(new URL('./deflate.wasm', import.meta.url)));
  return new Instance(module).exports as Assembly;
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
