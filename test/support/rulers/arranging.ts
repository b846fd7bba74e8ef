import { loadDevices } from '../../../devices/index.js';
import { createArranging } from '../../../renderer/arrange/arrange.js';
import { createBoxes } from '../../../renderer/boxes/boxes.js';
import { createPlans } from '../../../renderer/boxes/plan.js';
import type { ComputeBoxes } from '../../../renderer/slots/room.js';
import { typesetter } from './renderers.js';

/** The panel of tests that need only one. */
export const device = loadDevices().get('solum-m2-2.9-bwr')!;
export const compute = await createBoxes(typesetter);
export { typesetter };
/** Arranges labels in real fonts. */
export const { arrange, slots } = createArranging(typesetter, createPlans(compute));

/** `compute`, and how often it was called. */
export function countedBoxes(): { readonly compute: ComputeBoxes; calls: number } {
  const counted = {
    calls: 0,
    compute: (...request: Parameters<ComputeBoxes>) => (counted.calls++, compute(...request)),
  };
  return counted;
}
