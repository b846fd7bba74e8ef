import { chunk, chunksOf, signature } from '../../../renderer/png/chunks.js';

/** The parts of an animated PNG: each frame as a separate PNG, and the picture for readers without animations. */
export function framesOf(png: Uint8Array) {
  const head: Buffer[] = [];
  const frames: { readonly ms: number; readonly png: Buffer }[] = [];
  let [plays, count, comment, ms, next] = [0, 0, '', 0, 0];
  let still = Buffer.alloc(0);
  const whole = (data: Buffer) =>
    Buffer.concat([signature, ...head, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
  const follows = (data: Buffer) => {
    if (data.readUInt32BE(0) !== next++) throw new Error(`Expected the number ${next - 1} for a chunk`);
  };
  for (const { type, data, sound } of chunksOf(png)) {
    if (!sound()) throw new Error(`Expected a sound chunk for ${type}`);
    if (['IHDR', 'PLTE', 'pHYs'].includes(type)) head.push(chunk(type, data));
    else if (type === 'acTL') [count, plays] = [data.readUInt32BE(0), data.readUInt32BE(4)];
    else if (type === 'tEXt') comment = data.toString('latin1');
    else if (type === 'IDAT') still = whole(data);
    else if (type === 'fcTL') {
      follows(data);
      ms = (data.readUInt16BE(20) * 1000) / data.readUInt16BE(22);
    } else if (type === 'fdAT') {
      follows(data);
      frames.push({ ms, png: whole(data.subarray(4)) });
    }
  }
  if (frames.length !== count) throw new Error(`Expected ${count} frames but received ${frames.length}`);
  return { frames, still, plays, comment };
}
