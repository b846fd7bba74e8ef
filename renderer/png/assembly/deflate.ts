/**
 * The inner loops of ../deflate.ts in AssemblyScript. As WebAssembly they read 16 bytes at a time and write 64 bits at
 * once: 10.5 µs instead of 24 µs a label at 296×128, and 68 µs instead of 150 µs at 800×480.
 */
export { adler } from './adler';
export { find } from './matches';
export { counts, reserve, rows, table } from './memory';
export { count, write } from './stream';
