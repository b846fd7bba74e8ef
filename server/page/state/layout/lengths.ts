import type { Json } from './json.js';

export const units = ['px', 'mm', '%'] as const;
export type LengthUnit = (typeof units)[number];

export interface UnitLength {
  readonly value: number;
  readonly unit: LengthUnit;
}

export interface Scale {
  /** 100 % in px. */
  readonly whole: number;
  readonly dpi: number;
}

/** Parses a length: 12, "3.2mm", "40%". @returns null for others, such as "content" */
export function readLength(value: Json | undefined): UnitLength | null {
  if (typeof value === 'number') return { value, unit: 'px' };
  const [, digits, unit] = typeof value === 'string' ? (/^(\d{1,4}(?:\.\d{1,3})?)(mm|%)$/.exec(value) ?? []) : [];
  return digits === undefined ? null : { value: Number(digits), unit: unit as LengthUnit };
}

/** Rounds px to integers, other units to one decimal, or two below 1. */
export function writeLength({ value, unit }: UnitLength): Json {
  const positive = Math.max(0, value);
  if (unit === 'px') return Math.min(10_000, Math.round(positive));
  const digits = positive < 1 ? 100 : 10;
  return `${Math.min(9999, Math.round(positive * digits) / digits)}${unit}`;
}

export function pixelsOf({ value, unit }: UnitLength, { whole, dpi }: Scale): number {
  if (unit === 'px') return value;
  return unit === 'mm' ? (value * dpi) / 25.4 : (value * whole) / 100;
}

export function lengthOf(px: number, unit: LengthUnit, { whole, dpi }: Scale): UnitLength {
  if (unit === 'px') return { value: px, unit };
  if (unit === 'mm') return { value: (px * 25.4) / dpi, unit };
  return { value: whole === 0 ? 0 : (px * 100) / whole, unit };
}

export function converted(length: UnitLength, unit: LengthUnit, scale: Scale): UnitLength {
  return length.unit === unit ? length : lengthOf(pixelsOf(length, scale), unit, scale);
}
