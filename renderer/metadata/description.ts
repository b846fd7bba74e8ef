import { crc32 } from 'node:zlib';
import type { InkView } from '../png/encode.js';
import { isRecord } from './facts.js';

/** The description of a label in its PNG, as JSON in ASCII up to the hash of its pixels. See docs/png-metadata.md. */
export interface Description {
  /** The beginning of the chunk, with its type, which many labels share. */
  readonly head: Buffer;
  /** The CRC-32 of `head`. */
  readonly crc: number;
  /** The label's own part. */
  readonly rest: string;
}

/** The chunk `esl-label` up to its text: type; keyword, ended by 0; no compression (0, method 0); no language, no translation. */
export const labelOpening = Buffer.from('iTXtesl-label\0\0\0\0\0', 'latin1');

/** @param json in ASCII */
export function headOf(json: string): Pick<Description, 'head' | 'crc'> {
  const head = Buffer.concat([labelOpening, Buffer.from(json, 'latin1')]);
  return { head, crc: crc32(head) };
}

/** A description that was read. @param text JSON in ASCII up to the hash of the pixels */
export function descriptionOf(text: string): Description {
  return { ...headOf(text), rest: '' };
}

/** Converts a description in view ink at scale 1 to another view and scale. */
export function describedAs(description: Description, view: InkView, scale: number): Description {
  if (view === 'ink' && scale === 1) return description;
  const text = description.head.toString('latin1', labelOpening.length) + description.rest;
  const facts: unknown = JSON.parse(`${text.slice(0, -1)}}`);
  if (!isRecord(facts) || !Array.isArray(facts.boxes)) return description;
  const boxes = (facts.boxes as readonly (readonly (string | number)[])[]).map((box) =>
    box.map((value) => (typeof value === 'number' ? value * scale : value)),
  );
  return descriptionOf(`${ascii(JSON.stringify({ ...facts, view, scale, boxes })).slice(0, -1)},`);
}

/** JSON in ASCII, one byte per character. */
export function ascii(json: string): string {
  if (!/[^\0-\x7f]/.test(json)) return json;
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
