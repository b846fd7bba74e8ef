import { type Content, fieldEntries, type FieldName, suggestion } from '../../../renderer/index.js';
import { cut } from '../../fields/field-problem.js';
import { BatchError } from '../error.js';
import type { RowProblem } from '../rows/problem.js';
import { safeName } from './safe-name.js';

/** The placeholders of a file name, besides `data.…`. */
export const nameFields: readonly string[] = [
  'line',
  ...fieldEntries.map(([name]) => name).filter((name) => name !== 'time_zone'),
];

interface ImageFields {
  readonly line: number;
  readonly device: string;
  readonly layout: string;
  readonly content: Content;
}

/** Minimum digits of a line number: the files of up to ten million rows sort like the rows. */
const lineDigits = 7;
/** The limit of common file systems. */
const maxNameBytes = 255;
const placeholder = /\{([^{}]*)\}/g;

/** The pattern with its default, the line. With several devices it includes the device, so that names are unique. */
export function patternFor(pattern: string | undefined, devices: number): string {
  const base = pattern ?? '{line}';
  return devices > 1 && !base.includes('{device}') ? `${base}-{device}` : base;
}

/**
 * Reads a pattern such as `{sku}-{device}`. The returned function makes the file name of an image, or its problem.
 * @throws {BatchError} for an unknown placeholder, or none
 */
export function readPattern(
  pattern: string,
): (of: ImageFields) => { readonly file: string } | { readonly problem: RowProblem } {
  const literals = pattern.split(placeholder);
  for (let i = 1; i < literals.length; i += 2)
    if (!nameFields.includes(literals[i]!) && !/^data\.[a-z][a-z0-9_]{0,31}$/.test(literals[i]!)) {
      const message = `Expected fields of a label in braces for --file-name but received "{${cut(literals[i]!)}}"`;
      throw new BatchError('usage', message + suggestion(literals[i]!, nameFields));
    }
  if (literals.length === 1)
    throw new BatchError(
      'usage',
      `Expected a field in braces for --file-name, such as "{sku}", but received "${cut(pattern)}"`,
    );
  return (of) => {
    let name = literals[0]!;
    for (let i = 1; i < literals.length; i += 2) {
      const value = valueOf(literals[i]!, of);
      if (value === '') return { problem: missing(literals[i]!) };
      name += value + literals[i + 1]!;
    }
    const file = `${safeName(name)}.png`;
    return Buffer.byteLength(file) > maxNameBytes ? { problem: tooLong(file) } : { file };
  };
}

function valueOf(field: string, { line, device, layout, content }: ImageFields): string {
  if (field === 'line') return String(line).padStart(lineDigits, '0');
  if (field === 'device') return device;
  if (field === 'layout') return layout;
  if (field.startsWith('data.')) {
    const value = content.data[field.slice('data.'.length)];
    return typeof value === 'string' ? value : '';
  }
  return content[field as Exclude<FieldName, 'device' | 'layout' | 'time_zone'>];
}

function missing(field: string): RowProblem {
  return {
    field,
    reason: 'missing',
    message: `Expected a value for ${field}, which --file-name asks for, but received none`,
  };
}

function tooLong(file: string): RowProblem {
  const message = `Expected a file name of at most ${maxNameBytes} bytes but received ${Buffer.byteLength(file)}: "${cut(file, 32)}"`;
  return { field: '', reason: 'too_long', message };
}
