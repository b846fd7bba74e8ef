import { Problem, unavailable } from '../../fields/problem.js';
import type { LabelContext } from '../context.js';
import type { RefreshImages } from './images.js';
import type { DisplayedImage, LabelImage } from './label-image.js';
import { attempts, findLabel } from '../labels.js';
import type { StoredLabel } from '../store/index.js';
import { settle } from '../tag/tag.js';

type DisplayTools = Pick<LabelContext, 'store' | 'clock' | 'devices' | 'images'>;

/** The displayed image, and the panel's id. The image is null for blank paper of a panel whose profile is no longer loaded. */
export interface Displayed {
  readonly device: string;
  readonly image: DisplayedImage | null;
}

/** The image that the label's tag displays now. @throws {Problem} when there is no such label */
export async function displayedOf(tools: DisplayTools, id: string): Promise<Displayed> {
  return reading(tools, id, async (label) => {
    const shown = label.tag && settle(label.tag, tools.clock().getTime()).shown;
    const ghost = shown?.ghost ?? null;
    const [image, previous] = await Promise.all([
      imageAt(tools, label, shown?.revision ?? 0),
      ghost === null ? null : imageAt(tools, label, ghost),
    ]);
    return { device: label.binding.device, image: image && { ...image, ghost: previous } };
  });
}

/** The last refresh of the label that began. @throws {Problem} when there is no such label, or no refresh */
export async function lastRefresh(tools: DisplayTools, id: string): Promise<RefreshImages & Pick<Displayed, 'device'>> {
  return reading(tools, id, async (label) => {
    const refresh = label.tag && settle(label.tag, tools.clock().getTime()).refresh;
    if (!refresh) throw new Problem('NOT_FOUND', `The label "${id}" has not refreshed its panel yet`);
    const [from, to] = await Promise.all([
      imageAt(tools, label, refresh.from),
      imageAt(tools, label, refresh.revision),
    ]);
    return { device: label.binding.device, refresh, from, to };
  });
}

/** The revision was pruned since its label was read. */
class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** Reads a label and its revisions. Repeats both if a revision was pruned in between. */
async function reading<T>(tools: DisplayTools, id: string, read: (label: StoredLabel) => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      return await read(await findLabel(tools, id));
    } catch (error) {
      if (!(error instanceof Superseded)) throw error;
    }
  }
  throw unavailable('The label keeps changing', 1);
}

/** The image of a revision that the tag needs. Revision 0 is blank paper: null if the profile is no longer loaded. */
async function imageAt(
  { store, devices, images }: DisplayTools,
  { id, binding, current }: StoredLabel,
  revision: number,
): Promise<LabelImage | null> {
  const device = devices.get(binding.device);
  if (revision === 0) return device ? images.blank(device) : null;
  const found = revision === current?.revision ? current : await store.revision(id, revision);
  if (!found) throw new Superseded();
  return found;
}
