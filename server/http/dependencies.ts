import type Koa from 'koa';
import type { Logger } from 'pino';
import type { Device } from '../../devices/index.js';
import type { OptionalFont, Renderer } from '../../renderer/index.js';
import type { Config } from '../config.js';
import type { Hub } from '../labels/events.js';
import type { Images } from '../labels/images.js';
import type { Layouts } from '../labels/layouts.js';
import type { Limiter } from './limiter.js';
import type { PageFile } from './page-files.js';
import type { Store } from '../labels/store/index.js';

/** All that the application works with. Made in `index.ts`, and by tests. */
export interface Dependencies {
  readonly version: string;
  readonly clock: () => Date;
  readonly config: Pick<Config, 'corsOrigin' | 'trustProxyHops' | 'simulate' | 'refreshSpeed'>;
  readonly devices: ReadonlyMap<string, Device>;
  readonly layouts: Layouts;
  readonly fonts: readonly OptionalFont[];
  readonly renderer: Renderer;
  readonly store: Store;
  readonly images: Images;
  readonly hub: Hub;
  readonly limiters: { readonly update: Limiter; readonly preview: Limiter };
  readonly page: ReadonlyMap<string, PageFile>;
  readonly log: Logger;
  /** True from the moment the process was asked to stop. */
  readonly stopping: () => boolean;
}

export interface State {
  requestId: string;
}

/** A request with the parameters of its path. */
export type Context = Koa.ParameterizedContext<State, { params: Record<string, string> }>;
export type Handler = (ctx: Context, next: Koa.Next) => unknown;
