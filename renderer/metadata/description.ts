import { crc32 } from 'node:zlib';
import type { View } from '../png/encode.js';
import { isRecord } from './facts.js';

/** What a PNG says of the label in it, in ASCII: JSON up to what tells its pixels. See docs/png-metadata.md. */
export interface Description {
  /** How the chunk begins, with its type: what is the same on many labels. */
  readonly head: Buffer;
  /** The CRC-32 of `head`. */
  readonly crc: number;
  /** What is the label's own. */
  readonly rest: string;
}

/**
 * How the chunk `esl-label` begins: its type; its keyword, which ends with 0; no compression (0, and method 0); no language and
 * no translation of the keyword, which end with 0.
 */
export const labelOpening = Buffer.from('iTXtesl-label\0\0\0\0\0', 'latin1');

/** @param json in ASCII */
export function headOf(json: string): Pick<Description, 'head' | 'crc'> {
  const head = Buffer.concat([labelOpening, Buffer.from(json, 'latin1')]);
  return { head, crc: crc32(head) };
}

/** A description that was read. @param text JSON in ASCII up to what tells the pixels */
export function descriptionOf(text: string): Description {
  return { ...headOf(text), rest: '' };
}

/** A description of a label at scale 1 in view ink, for its image in this view and size. */
export function describedAs(description: Description, view: View, scale: number): Description {
  if (view === 'ink' && scale === 1) return description;
  const text = description.head.toString('latin1', labelOpening.length) + description.rest;
  const facts: unknown = JSON.parse(`${text.slice(0, -1)}}`);
  if (!isRecord(facts) || !Array.isArray(facts.boxes)) return description;
  const boxes = (facts.boxes as readonly (readonly (string | number)[])[]).map((box) =>
    box.map((value) => (typeof value === 'number' ? value * scale : value)),
  );
  return descriptionOf(`${ascii(JSON.stringify({ ...facts, view, scale, boxes })).slice(0, -1)},`);
}

/** JSON in ASCII, of which a character is a byte. */
export function ascii(json: string): string {
  if (!/[^\0-\x7f]/.test(json)) return json;
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
