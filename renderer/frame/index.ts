export { cHeader } from './c-header.js';
export { decodeFrame } from './decode.js';
export { type EncodedFrame, encodeFrame } from './encode.js';
export { FrameError } from './error.js';
