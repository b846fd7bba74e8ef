import type { Config } from '../config.js';
import type { Dependencies } from '../http/dependencies.js';
import { createHostCheck } from '../http/hosts.js';
import { createAccessPoint } from './access-point.js';
import { createDirectory } from './directory.js';
import { createFiles } from './files.js';
import { createNews } from './news.js';
import { createRaws } from './raws.js';
import { createSettings } from './settings.js';
import { createSockets } from './sockets.js';
import { createVariables } from './variables.js';
import { createViews } from './views.js';

export type AccessPointConfig = Pick<Config, 'host' | 'allowedHosts' | 'corsOrigin' | 'trustProxyHops'>;

export type AccessPointParts = ReturnType<typeof createParts>;

export function createParts(application: Dependencies, config: AccessPointConfig) {
  const dependencies = { ...application.contexts.of(''), ...application };
  const admission = { ...config, allowsHost: createHostCheck(config) };
  const sockets = createSockets({ ...admission, isClosed: () => application.keys.required() });
  const directory = createDirectory(dependencies);
  const settings = createSettings();
  const raws = createRaws(dependencies);
  const views = createViews(dependencies, settings, raws);
  const accessPoint = createAccessPoint(dependencies.version, dependencies.clock);
  const news = createNews({ dependencies, directory, views, sockets, accessPoint });
  const variables = createVariables(() => accessPoint.variables());
  const files = createFiles();
  return { dependencies, admission, accessPoint, directory, settings, raws, views, sockets, news, files, variables };
}
