import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findJsonFiles, maxSettingsBytes } from './json-files.js';
import { readBounded } from './read-bounded.js';
import type { Device, DeviceProfile, Encoding } from './schema.js';
import type { SchemaError } from './schema-types.js';
import type * as Validators from './validators.cjs';

export { findJsonFiles, maxSettingsBytes } from './json-files.js';
export { checkRegular, FileRefused, kindOf, readBounded, tooLarge } from './read-bounded.js';
export type { FromSchema, SchemaError, Validator } from './schema-types.js';
export {
  assumedSeconds,
  assumedSecondsOf,
  type Device,
  deviceSchema,
  type Encoding,
  type InkName,
  type Plane,
} from './schema.js';

const require = createRequire(import.meta.url);
const shipped = fileURLToPath(new URL('.', import.meta.url));

/** A panel profile that can't be used. The message names the file, the field, what was expected and what was received. */
export class DeviceError extends Error {
  override readonly name = 'DeviceError';
  constructor(
    readonly path: string,
    /** A sentence for each problem. */
    readonly problems: readonly string[],
  ) {
    super(`${path}: ${problems.join('; ')}`);
  }
}

/**
 * The paths of the shipped panel profiles and of those of `folders`, by id: the file's name without `.json`.
 * @throws {DeviceError} when two files have the same id
 */
export function findDevices(folders: readonly string[] = []): ReadonlyMap<string, string> {
  return findJsonFiles([shipped, ...folders], 'device', (path, problem) => new DeviceError(path, [problem]));
}

/**
 * Reads the shipped panel profiles and those of `folders`.
 * @throws {DeviceError} naming file, field, expected and received, for the first broken profile and when two files have
 * the same id
 * @example
 * import { loadDevices } from 'esl-simulator';
 *
 * const panel = loadDevices().get('solum-m2-2.9-bwr');
 * console.log(panel.width, panel.height, panel.dpi.value); // 296 128 111.2
 */
export function loadDevices(folders: readonly string[] = []): ReadonlyMap<string, Device> {
  return new Map([...findDevices(folders)].map(([id, path]) => [id, readDevice(path)]));
}

/**
 * Reads one panel profile. Checks it, unless it is a shipped one, which a test checks.
 * @throws {DeviceError} naming the problems; the file system's own error when the file can't be read
 */
export function readDevice(path: string): Device {
  const profile = parse(path);
  if (path !== join(shipped, basename(path))) check(profile, path);
  return { ...(profile as DeviceProfile), id: basename(path, '.json') };
}

function check(profile: unknown, path: string): asserts profile is DeviceProfile {
  // Loaded for the first profile that is not a shipped one.
  const { validateProfile } = require('./validators.cjs') as typeof Validators;
  if (!validateProfile(profile)) throw new DeviceError(path, (validateProfile.errors ?? []).map(sentence));
  const problem = inconsistency(profile);
  if (problem) throw new DeviceError(path, [problem]);
}

function parse(path: string): unknown {
  const text = readBounded(path, maxSettingsBytes).toString();
  try {
    // Editors on Windows write a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new DeviceError(path, [`Expected JSON for the file but received: ${(error as Error).message}`]);
  }
}

function sentence(error: SchemaError): string {
  const field = error.instancePath.slice(1).replaceAll('/', '.') || 'the profile';
  const params = error.params as Record<string, unknown>;
  if (error.keyword === 'required')
    return `Expected the field ${String(params.missingProperty)} in ${field} but received none`;
  if (error.keyword === 'additionalProperties')
    return `Expected only known fields in ${field} but received ${String(params.additionalProperty)}`;
  const expected =
    error.keyword === 'enum'
      ? `one of ${JSON.stringify(params.allowedValues)}`
      : (error.message ?? '').replace(/^must (be|match|NOT have) ?/, (_, verb: string) =>
          verb === 'be' ? '' : verb === 'match' ? 'a match of ' : 'not ',
        );
  return `Expected ${expected} for ${field} but received ${JSON.stringify(error.data)}`;
}

/** What a schema can't check: codes name the panel's own inks, and the buffer has room for the image. */
function inconsistency(profile: DeviceProfile): string | undefined {
  const inks = profile.inks.map((ink) => ink.name);
  if (new Set(inks).size !== inks.length) return `Expected each ink once for inks but received ${inks.join(', ')}`;
  if (!inks.includes('black')) return `Expected the ink black for inks but received ${inks.join(', ')}`;
  const sent = profile.encodings.find(({ id }) => id === 'oepl');
  if (typeof profile.oepl_type === 'number' && !sent)
    return 'Expected an encoding with the id oepl beside oepl_type but received none';
  for (const [i, encoding] of profile.encodings.entries()) {
    const problem = encodingProblem(profile, encoding);
    if (problem) return problem.replaceAll('@', `encodings.${i}`);
    if (profile.encodings.findIndex(({ id }) => id === encoding.id) < i)
      return `Expected a new id for encodings.${i}.id but received "${encoding.id}" a second time`;
  }
  return undefined;
}

/** The problem of an encoding, with `@` in place of its path. */
function encodingProblem(
  profile: DeviceProfile,
  { rotation, width, height, offset, planes, framing }: Encoding,
): string | undefined {
  const inks = profile.inks.map((ink) => ink.name);
  const [across, down] =
    rotation === 90 || rotation === 270 ? [profile.height, profile.width] : [profile.width, profile.height];
  for (const [i, plane] of planes.entries()) {
    const coded = Object.keys(plane.codes);
    if (coded.length !== inks.length || !inks.every((ink) => coded.includes(ink)))
      return `Expected a code for each of ${inks.join(', ')} for @.planes.${i}.codes but received ${coded.join(', ')}`;
    const highest = (1 << plane.bits_per_pixel) - 1;
    const tooLarge = Object.entries({ ...plane.codes, hidden: plane.hidden }).find(([, code]) => code > highest);
    if (tooLarge)
      return `Expected at most ${highest} for the code of ${tooLarge[0]} in @.planes.${i} but received ${tooLarge[1]}`;
    const visible = plane.part === 'all' ? across : across / 2;
    if (width < offset + visible || height < down)
      return `Expected rows of at least ${offset + visible} pixels and ${down} rows for @ but received ${width}×${height}`;
  }
  const [first, second, third] = planes;
  const halves = second && !third && first?.bits_per_pixel === second.bits_per_pixel && !second.omitted_without;
  if (framing?.kind === 'gicisky_blocks' && (!halves || first.omitted_without))
    return `Expected two planes of one length, both always sent, for @.framing gicisky_blocks but received other ones`;
  for (const part of ['all', 'left', 'right'] as const) {
    const shown = planes.filter((plane) => plane.part === part && !plane.previous);
    const codes = inks.map((ink) => shown.map((plane) => plane.codes[ink]).join());
    const same = codes.findIndex((code, ink) => codes.indexOf(code) < ink);
    if (shown.length > 0 && same >= 0)
      return `Expected different codes for each ink for @.planes but received the same for ${inks[codes.indexOf(codes[same]!)]} and ${inks[same]}`;
  }
  return undefined;
}
