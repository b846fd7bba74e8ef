import type { Device } from '../../devices/index.js';
import type { Images } from './drawing/images.js';
import type { DrawingPool } from './drawing/pool.js';
import type { Events } from './events.js';
import type { Layouts } from './layouts.js';
import type { Store } from './store/index.js';

/** The services that all tenants share. */
export interface Tools {
  readonly clock: () => Date;
  readonly devices: ReadonlyMap<string, Device>;
  readonly drawingPool: DrawingPool;
  readonly images: Images;
  /** `lintStrict`: no label is stored with a finding of the grade error. A refresh takes the panel's time divided by the speed; `instant`: no time. */
  readonly config: { readonly refreshSpeed: 'instant' | number; readonly lintStrict?: boolean };
}

/** The services for a tenant's labels. */
export interface LabelContext extends Tools {
  readonly layouts: Layouts;
  readonly store: Store;
  readonly events: Events;
}
