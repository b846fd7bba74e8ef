import type { Device } from '../../devices/index.js';
import type { Images } from './drawing/images.js';
import type { DrawingPool } from './drawing/pool.js';
import type { Hub } from './events.js';
import type { Layouts } from './layouts.js';
import type { Store } from './store/index.js';

/** What all labels are drawn with. */
export interface Tools {
  readonly clock: () => Date;
  readonly devices: ReadonlyMap<string, Device>;
  readonly drawingPool: DrawingPool;
  readonly images: Images;
  /** A refresh takes the panel's own time divided by the speed; `instant`: no time. */
  readonly config: { readonly refreshSpeed: 'instant' | number };
}

/** Everything that is needed to keep, draw and announce the labels of a tenant. */
export interface LabelContext extends Tools {
  readonly layouts: Layouts;
  readonly store: Store;
  readonly hub: Hub;
}
