export { cHeader } from './c-header.js';
export { decodeFrame } from './decode.js';
export { type EncodedFrame, encodeFrame, onePlane } from './encode.js';
export { FrameError } from './error.js';
export { type Turn, turnedPanel, turns } from './turned.js';
