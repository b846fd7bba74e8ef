import { type Device, loadDevices } from '../../../devices/index.js';

/** Larger pictures are shown this wide, in px. */
const widest = 200;

export const deviceGuidePath = 'devices/README.md';

/** The text of {@link deviceGuidePath}: the profiles in a table per vendor. */
export function deviceGuide(): string {
  const devices = [...loadDevices().values()];
  const encodings = devices.reduce((sum, device) => sum + device.encodings.length, 0);
  const vendors = [...new Set(devices.map(({ vendor }) => vendor))].sort(byName);
  return `<!-- Made from the profiles by \`npm run devices\`. -->

# All panels

The ${devices.length} profiles in this folder, with ${encodings} forms in which their images are sent. A profile is one JSON file, whose name is the id; [schema.ts](schema.ts) describes its fields. Each known fact names its source; a fact without a source is null, and a dash here.

- **dpi**: from the stated or active area, else from the diagonal (≈), else assumed (?).
- **colours** of \`view=panel\`: measured on a panel of the kind, or placeholders.
- **encodings**: the first is the default. \`generic-…\` profiles are grids for panels that are not listed.
- **picture**: one label in the colours of \`view=panel\`.

${vendors
  .map((vendor) =>
    section(
      vendor,
      devices.filter((device) => device.vendor === vendor),
    ),
  )
  .join('\n')}`;
}

function byName(a: string, b: string): number {
  // Grids of no vendor come last.
  return Number(a === 'Generic') - Number(b === 'Generic') || (a < b ? -1 : 1);
}

function section(vendor: string, devices: readonly Device[]): string {
  const rows = [...devices].sort((a, b) => a.width * a.height - b.width * b.height).map(row);
  return `## ${vendor}

|  | id | model | pixels | inks | dpi | colours | controller | encodings | full / partial refresh, s |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

function row({ id, model, width, height, inks, dpi, measured_basis, controller, encodings, refresh }: Device): string {
  const mark = { stated: '', active_area: '', diagonal: '≈\u00a0', assumed: '?\u00a0' }[dpi.basis];
  const sent = encodings.map((encoding) => `\`${encoding.id}\``).join(', ');
  const seconds = [refresh.full_s, refresh.partial_s].map((value) => value ?? '–').join(' / ');
  const cells = [
    `<img src="pictures/${id}.png" width="${Math.min(width, widest)}" alt="">`,
    `[${id}](${id}.json)`,
    model,
    `${width}×${height}`,
    inks.map(({ name }) => name.replace('_', ' ')).join(', '),
    `${mark}${dpi.value}`,
    measured_basis.kind,
    controller ?? '–',
    sent || '–',
    refresh.full_s === null && refresh.partial_s === null ? '–' : seconds,
  ];
  return `| ${cells.join(' | ')} |`;
}
