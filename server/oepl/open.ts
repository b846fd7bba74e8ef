import type { Server } from 'node:http';
import type { Config } from '../config.js';
import type { Dependencies } from '../http/dependencies.js';
import { createHostCheck } from '../http/hosts.js';
import { createHttpServer } from '../http/listener.js';
import { createAccessPoint } from './access-point.js';
import { createOeplApp } from './app.js';
import { createDirectory } from './directory.js';
import { createFiles } from './files.js';
import { createNews } from './news.js';
import { createRaws } from './raws.js';
import { createSettings } from './settings.js';
import { createSockets } from './sockets.js';
import { createVariables } from './variables.js';
import { createViews } from './views.js';

/** The server of an OpenEPaperLink access point. */
export interface AccessPointServer {
  /** Does not listen yet. */
  readonly server: Server;
  /** Closes the connections of `/ws`. */
  close(): void;
}

/** Creates an HTTP server that is an access point for clients of OpenEPaperLink; its tags are the labels. */
export function openAccessPoint(
  application: Dependencies,
  config: Pick<Config, 'host' | 'allowedHosts' | 'corsOrigin' | 'trustProxyHops'>,
): AccessPointServer {
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
  const parts = { dependencies, accessPoint, directory, settings, raws, views, sockets, news, files, variables };
  const respond = createOeplApp(parts).callback();
  const server = createHttpServer((request, response) => void respond(request, response), admission);
  server.on('upgrade', (request, socket, head) => {
    sockets.upgrade(request, socket, head, () => news.follow());
  });
  return {
    server,
    close() {
      news.close();
      sockets.close();
    },
  };
}
