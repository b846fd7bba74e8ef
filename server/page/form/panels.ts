import type { Device } from '../api.js';

export function nameOf({ vendor, model }: Device): string {
  return `${vendor} ${model}`;
}

/** The list cuts long names off on small screens, so these stand below it once more. */
export function facts({ width, height, inks }: Device): string {
  return `${width}×${height} · ${inks.map(({ name }) => name.replace('_', ' ')).join(', ')}`;
}
