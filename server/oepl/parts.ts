import type { Dependencies } from '../http/dependencies.js';
import type { LabelContext } from '../labels/context.js';
import type { AccessPoint } from './access-point.js';
import type { Directory } from './directory.js';
import type { Files } from './files.js';
import type { TagNews } from './news.js';
import type { Raws } from './raws.js';
import type { Settings } from './settings.js';
import type { Sockets } from './sockets.js';
import type { Variables } from './variables.js';
import type { Views } from './views.js';

/** The services of the access point's routes. */
export interface AccessPointParts {
  readonly dependencies: Dependencies & LabelContext;
  readonly accessPoint: AccessPoint;
  readonly directory: Directory;
  readonly settings: Settings;
  readonly raws: Raws;
  readonly views: Views;
  readonly sockets: Sockets;
  readonly news: TagNews;
  readonly files: Files;
  readonly variables: Variables;
}
