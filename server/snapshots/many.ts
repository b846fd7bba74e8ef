import type { LabelFields, Simulator, SimulatorOptions } from '../library.js';
import type { Mask } from './mask.js';

/** How to draw and compare one content on many panels. */
export interface ManyOptions extends SimulatorOptions {
  /** The folder's name within the test file's. Default: the name of the test, and a number. */
  readonly name?: string;
  /** Fields to ignore, by name, such as "date". */
  readonly mask?: Mask;
  /** Ids of layouts: each is drawn on each panel. Default: the layout of the fields. */
  readonly layouts?: readonly string[];
}

/** A label on a panel, or its problems. */
export type ManyLabel =
  | { readonly name: string; readonly png: Buffer }
  | { readonly name: string; readonly problems: readonly string[] };

/** The simulators of this process, by options. */
const simulators = new Map<string, Promise<Simulator>>();

/** Draws the fields of a label with the panels and layouts of the package. @throws {LabelError} for fields that can't be drawn */
export async function drawOne(fields: LabelFields): Promise<Uint8Array> {
  return (await simulatorWith({})).render(fields).png;
}

/**
 * Draws one content on many panels.
 * @throws {Error} for invalid fields, and for lists with invalid or duplicate ids
 */
export async function drawMany(
  received: unknown,
  devices: readonly string[],
  { layouts, devicesDir, layoutsDir }: ManyOptions,
): Promise<ManyLabel[]> {
  if (typeof received !== 'object' || received === null || ArrayBuffer.isView(received) || Array.isArray(received))
    throw new Error(
      `Expected the fields of a label for toMatchLabelSnapshots but received ${received === null ? 'null' : typeof received}`,
    );
  if ('device' in received)
    throw new Error('Expected fields without device for toMatchLabelSnapshots, which has a list of panels');
  checkIds(devices, 'panels');
  if (layouts) checkIds(layouts, 'layouts');
  const { LabelError } = await import('../library.js');
  const simulator = await simulatorWith({ devicesDir, layoutsDir });
  const variants = devices.flatMap((device) => (layouts ?? [undefined]).map((layout) => ({ device, layout })));
  return variants.map(({ device, layout }) => {
    const name = layout === undefined ? device : `${device}@${layout}`;
    const fields = { ...(received as LabelFields), device, ...(layout !== undefined && { layout }) };
    try {
      return { name, png: simulator.render(fields).png };
    } catch (error) {
      if (!(error instanceof LabelError)) throw error;
      return { name, problems: error.problems.map(({ message }) => message) };
    }
  });
}

/** The simulator of this process with these options. */
export async function simulatorWith({ devicesDir, layoutsDir }: Partial<SimulatorOptions>): Promise<Simulator> {
  const { openSimulator } = await import('../library.js');
  const options = { ...(devicesDir !== undefined && { devicesDir }), ...(layoutsDir !== undefined && { layoutsDir }) };
  const key = JSON.stringify(options);
  const opening = simulators.get(key) ?? openSimulator(options);
  simulators.set(key, opening);
  return opening;
}

/** Ids are also file names. */
function checkIds(ids: unknown, what: string): void {
  const all: readonly unknown[] = Array.isArray(ids) ? ids : [];
  const wrong = all.find((id, i) => typeof id !== 'string' || !/^[\w.-]+$/.test(id) || all.indexOf(id) < i);
  if (all.length === 0 || wrong !== undefined)
    throw new Error(
      `Expected ids of ${what}, each once, for toMatchLabelSnapshots but received ${JSON.stringify(wrong ?? ids)}`,
    );
}
