import type { Device } from '../../devices/index.js';
import type { Hub } from './events.js';
import type { Images } from './images.js';
import type { Layouts } from './layouts.js';
import type { Store } from './store/index.js';
import type { Workshop } from './workshop/workshop.js';

/** Everything that is needed to keep, draw and announce labels. */
export interface Desk {
  readonly clock: () => Date;
  readonly devices: ReadonlyMap<string, Device>;
  readonly layouts: Layouts;
  readonly workshop: Workshop;
  readonly store: Store;
  readonly images: Images;
  readonly hub: Hub;
  /** A refresh takes the panel's own time divided by the speed; `instant`: no time. */
  readonly config: { readonly refreshSpeed: 'instant' | number };
}
