import { fieldsIn, type Label } from '../../renderer/compare/index.js';

/** A box on a label, in px of the PNG. */
export interface MaskBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What to ignore: fields by name, and boxes. */
export type Mask = readonly (string | MaskBox)[];

/**
 * Resolves a mask to boxes: those of its fields on all labels, and its own.
 * @param labels the label and its baseline, if any, of equal size
 * @throws {Error} for a field that no label has, and for an invalid entry
 */
export function maskedBoxes(mask: Mask, labels: readonly Label[]): readonly MaskBox[] {
  if (!Array.isArray(mask)) throw new Error(`Expected a list of fields for mask but received ${JSON.stringify(mask)}`);
  const regions = labels.flatMap((label) => label.regions);
  return mask.flatMap((entry) => {
    if (isBox(entry)) return [entry];
    if (typeof entry !== 'string')
      throw new Error(`Expected a field, or a box in whole px, for mask but received ${JSON.stringify(entry)}`);
    const boxes = regions.filter(({ name }) => name === entry || fieldsIn(name).includes(entry));
    if (boxes.length === 0)
      throw new Error(`Expected a field of the label for mask but received "${entry}"; ${fieldList(regions)}`);
    return boxes;
  });
}

/** Copies the pixels inside the boxes from another label of equal size. */
export function withMasked(label: Label, boxes: readonly MaskBox[], other: Label): Label {
  const pixels = label.pixels.slice();
  for (const box of boxes) {
    const [right, bottom] = [Math.min(box.x + box.width, label.width), Math.min(box.y + box.height, label.height)];
    for (let y = box.y; y < bottom; y++)
      for (let i = y * label.width + box.x; i < y * label.width + right; i++) pixels[i] = other.pixels[i]!;
  }
  return { ...label, pixels };
}

function fieldList(regions: Label['regions']): string {
  const names = [...new Set(regions.map(({ name }) => name))];
  return names.length === 0 ? 'the PNG does not tell where its fields are' : `the label has ${names.join(', ')}`;
}

function isBox(value: unknown): value is MaskBox {
  if (typeof value !== 'object' || value === null) return false;
  const box = value as Record<keyof MaskBox, unknown>;
  return [box.x, box.y, box.width, box.height].every((length) => Number.isInteger(length) && (length as number) >= 0);
}
