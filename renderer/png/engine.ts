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

/** The compressor's inner loops and their memory, in which rows are and where their matches stand. */
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

/** What Node's types leave out. */
const { Module, Instance } = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly Module: new (code: Uint8Array) => object;
      readonly Instance: new (module: object) => { readonly exports: unknown };
    };
  }
).WebAssembly;

/** Memory never shrinks: rows of more bytes than any panel has get one of their own, which is not kept. */
const mostKept = 1 << 20;

let module: object | undefined;
let kept: Engine | undefined;

/** Takes rows in, and finds runs and, with a stride that is not 0, copies of the row above. */
export function findMatches(rows: Uint8Array, stride: number): Engine {
  const small = rows.length <= mostKept;
  const assembly = small && kept ? kept.assembly : instantiate();
  const output = assembly.reserve(rows.length);
  // Memory that has grown has moved.
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
