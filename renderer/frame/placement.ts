import type { Device, Encoding, Plane } from '../../devices/index.js';

/**
 * The pixels of a plane in the label: column x and row y of the plane's visible part is the label's pixel number
 * `first + x × across + y × down`, counted row by row.
 */
export interface PlanePlacement {
  /** Visible columns and rows. */
  readonly columns: number;
  readonly rows: number;
  readonly first: number;
  readonly across: number;
  readonly down: number;
}

export function placementOf(
  { width, height }: Device,
  { rotation, mirror }: Encoding,
  { part }: Plane,
): PlanePlacement {
  const turned = turn(width, height, rotation);
  const { rows } = turned;
  const columns = part === 'all' ? turned.columns : turned.columns / 2;
  const { first, across, down } = mirror
    ? { first: turned.first + turned.across * (turned.columns - 1), across: -turned.across, down: turned.down }
    : turned;
  return { columns, rows, first: part === 'right' ? first + across * columns : first, across, down };
}

function turn(width: number, height: number, rotation: Encoding['rotation']): PlanePlacement {
  switch (rotation) {
    case 0:
      return { columns: width, rows: height, first: 0, across: 1, down: width };
    case 90:
      return { columns: height, rows: width, first: (height - 1) * width, across: -width, down: 1 };
    case 180:
      return { columns: width, rows: height, first: height * width - 1, across: -1, down: -width };
    case 270:
      return { columns: height, rows: width, first: width - 1, across: width, down: -1 };
    default:
      return rotation satisfies never;
  }
}

/** Bits of a row of a plane, including padding where rows start on a byte. */
export function rowBits({ width, row_align_bits }: Encoding, { bits_per_pixel }: Plane): number {
  return Math.ceil((width * bits_per_pixel) / row_align_bits) * row_align_bits;
}

export function planeBytes(encoding: Encoding, plane: Plane): number {
  return Math.ceil((rowBits(encoding, plane) * encoding.height) / 8);
}
