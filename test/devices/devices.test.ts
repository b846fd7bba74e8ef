import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Device, findDevices, loadDevices, readDevice } from '../../devices/index.js';
import { deviceSchema, sourcedFacts } from '../../devices/schema.js';
import { panels } from '../support/devices/panels.js';
import { temporaryFolder } from '../support/server.js';
import { cellsOf } from '../support/tables/table.js';

const { at, path: folder } = temporaryFolder();

const devices = loadDevices();

/** A shipped profile with some fields changed, as a file. */
function broken(change: object): string {
  const { id, ...profile } = devices.get('solum-m2-2.9-bwr')!;
  const path = at(`${id}-changed.json`);
  writeFileSync(path, JSON.stringify({ ...profile, ...change }));
  return path;
}

const encoding = devices.get('solum-m2-2.9-bwr')!.encodings[0]!;
const encodingChange = (change: object): object => ({ encodings: [{ ...encoding, ...change }] });
const inkOf = (name: string): object => ({ name, device: '#000000', measured: '#000000' });
const plane = (change: object): object => ({ ...encoding.planes[0], ...change });
const codes = (of: object): object => encodingChange({ planes: [plane({ codes: of })] });

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
  readonly required?: readonly string[];
  readonly items?: ObjectSchema;
}

/** The paths of the members of a value that its schema requires. */
function requiredIn(
  schema: ObjectSchema,
  value: unknown,
  path: readonly string[] = [],
): readonly (readonly string[])[] {
  if (Array.isArray(value))
    return value.slice(0, 1).flatMap((item) => requiredIn(schema.items ?? {}, item, [...path, '0']));
  if (typeof value !== 'object' || value === null) return [];
  const own = (schema.required ?? []).map((name) => [...path, name]);
  const below = Object.entries(value).flatMap(([name, member]) =>
    requiredIn(schema.properties?.[name] ?? {}, member, [...path, name]),
  );
  return [...own, ...below];
}

test('a profile without any of its required members is refused with the name of that member', () => {
  const { id: _, ...profile } = devices.get('solum-m2-2.9-bwr')!;
  const paths = requiredIn(deviceSchema as ObjectSchema, profile);
  expect(paths.length).toBeGreaterThan(35);
  for (const path of paths) {
    const changed = structuredClone(profile) as Record<string, unknown>;
    const holder = path.slice(0, -1).reduce((at, name) => at[name] as Record<string, unknown>, changed);
    Reflect.deleteProperty(holder, path.at(-1)!);
    const entries = Object.keys(profile).map((key) => [key, changed[key]]);
    expect(() => readDevice(broken(Object.fromEntries(entries) as object))).toThrow(path.at(-1)!);
  }
});

describe('the shipped panels', () => {
  test('are more than two hundred, those of the first release among them', () => {
    expect(devices.size).toBe(213);
    const sizes = panels.map(({ id, width, height, inks }) => `${id} ${width}×${height} ${inks.length}`);
    expect(sizes).toEqual(
      cellsOf(`
        gicisky-2.9-bwry 296×128 4 | gooddisplay-gdey0213b74 250×122 2 | pricer-smarttag-hd-s-red 152×152 3
        solum-m2-2.9-bwr 296×128 3 | solum-m3-1.6-bwr 200×200 3 | solum-m3-2.9-bwr 384×168 3
        solum-m3-4.3-bwr 522×152 3 | waveshare-4.2-b 400×300 3 | waveshare-7.5-b-v2 800×480 3
      `),
    );
  });

  test('name each fact once, with a source for each that is known and none for one that is not', () => {
    for (const { id, sources, ...profile } of devices.values()) {
      const known = sourcedFacts.filter((fact) => {
        if (fact === 'size') return true;
        if (fact === 'refresh') return profile.refresh.full_s !== null || profile.refresh.partial_s !== null;
        const value = profile[fact];
        return Array.isArray(value) ? value.length > 0 : value !== null;
      });
      const sourced = sourcedFacts.filter((fact) => sources.some(({ facts }) => facts.includes(fact)));
      expect(`${id}: ${sourced.join()}`).toBe(`${id}: ${known.join()}`);
      expect(new Set(sources.map(({ at }) => at)).size).toBe(sources.length);
    }
  });

  test('have one line and one id each', () => {
    const lines = [...devices.values()].map(({ model_line }) => model_line);
    expect(lines.filter((line, i) => lines.indexOf(line) < i)).toEqual([]);
  });

  test('state whether their colours were measured', () => {
    for (const { id, measured_basis, inks } of devices.values()) {
      const kind = measured_basis.note.startsWith('Unmeasured') ? 'placeholder' : 'measured';
      expect([id, kind, inks[0]!.name]).toEqual([id, measured_basis.kind, 'white']);
    }
  });

  test('pass the check of custom profiles', () => {
    for (const [id, path] of findDevices()) {
      const copy = join(folder, `${id}.json`);
      copyFileSync(path, copy);
      expect(readDevice(copy)).toEqual(devices.get(id));
    }
  });

  test.each([...devices.values()].map((device) => [device.id, device] as const))(
    '%s: the density follows from what the profile says it was derived from',
    (_, { dpi, width, height, diagonal_in, active_area_mm }: Device) => {
      const derived = {
        stated: dpi.value,
        assumed: dpi.value,
        diagonal: Math.hypot(width, height) / (diagonal_in ?? NaN),
        active_area: width / ((active_area_mm?.[0] ?? NaN) / 25.4),
      }[dpi.basis];
      expect(Math.abs(dpi.value - derived)).toBeLessThan(0.6);
    },
  );
});

describe('a broken profile is refused with file, field, expected and received', () => {
  test.each(
    Object.entries<object>({
      'Expected the field vendor in the profile but received none': { vendor: undefined },
      'Expected only known fields in the profile but received colour': { colour: 'red' },
      'Expected integer for width but received "296"': { width: '296' },
      'Expected <= 2048 for height but received 9000': { height: 9000 },
      'for dpi.basis but received "guess"': { dpi: { value: 111, basis: 'guess', note: 'x' } },
      'Expected each ink once for inks': { inks: ['black', 'black', 'black'].map(inkOf) },
      'Expected a code for each of white, black, red for encodings.0.planes.0.codes but received white, black': codes({
        white: 0,
        black: 1,
      }),
      'Expected at most 1 for the code of red in encodings.0.planes.0 but received 2': codes({
        white: 0,
        black: 1,
        red: 2,
      }),
      'Expected different codes for each ink for encodings.0.planes but received the same for black and red': codes({
        white: 0,
        black: 1,
        red: 1,
      }),
      'Expected rows of at least 128 pixels and 296 rows for encodings.0 but received 64×296': encodingChange({
        width: 64,
      }),
      'different codes for each ink for encodings.0.planes but received the same for black and red': encodingChange({
        planes: [
          plane({ codes: { white: 0, black: 1, red: 1 } }),
          plane({ codes: { white: 0, black: 1, red: 0 }, previous: true }),
        ],
      }),
      'for encodings.0.planes.0.codes but received white, black, red, blue': codes({
        white: 0,
        black: 1,
        red: 0,
        blue: 0,
      }),
      'Expected at most 1 for the code of hidden in encodings.0.planes.0 but received 2': encodingChange({
        planes: [plane({ hidden: 2 })],
      }),
      'Expected rows of at least 136 pixels and 296 rows for encodings.0 but received 128×296': encodingChange({
        offset: 8,
      }),
      '296 rows for encodings.0 but received 128×295': encodingChange({ height: 295 }),
      'Expected the ink black for inks but received white, red': { inks: ['white', 'red'].map(inkOf) },
      'for model_line but received "xxx': { model_line: 'x'.repeat(49) },
      'for sources.0.facts but received ["size"': { sources: [{ facts: ['size', 'size'], at: 'x' }] },
      'Expected <= 248 for encodings.0.framing.bytes but received 249': encodingChange({
        framing: { kind: 'gicisky_lines', bytes: 249 },
      }),
      'Expected two planes of one length, both always sent, for encodings.0.framing gicisky_blocks but received other':
        encodingChange({ framing: { kind: 'gicisky_blocks', bytes: 64 } }),
      'Expected an encoding with the id oepl beside oepl_type but received none': encodingChange({ id: 'own' }),
      'Expected a new id for encodings.1.id but received "oepl" a second time': { encodings: [encoding, encoding] },
    }),
  )('%s', (message, change) => {
    const path = broken(change);
    expect(() => readDevice(path)).toThrow(path);
    expect(() => readDevice(path)).toThrow(message);
  });

  test('not JSON', () => {
    const path = join(folder, 'not-json.json');
    writeFileSync(path, '{');
    expect(() => readDevice(path)).toThrow(`${path}: Expected JSON for the file`);
  });

  test('an id that comes twice', () => {
    const own = mkdtempSync(join(folder, 'own-'));
    const { id, ...profile } = devices.get('solum-m2-2.9-bwr')!;
    writeFileSync(join(own, `${id}.json`), JSON.stringify(profile));
    expect(() => loadDevices([own])).toThrow('which is already a device');
  });
});
