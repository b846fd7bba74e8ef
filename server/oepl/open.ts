import type { Dependencies } from '../http/dependencies.js';
import { createHttpServer } from '../http/listener.js';
import { createOeplApp } from './app.js';
import { type AccessPointConfig, createParts } from './parts.js';

/** Creates an HTTP server that is an access point for clients of OpenEPaperLink; its tags are the labels. It does not listen yet. */
export function openAccessPoint(application: Dependencies, config: AccessPointConfig) {
  const parts = createParts(application, config);
  const { admission, sockets, news } = parts;
  const respond = createOeplApp(parts).callback();
  const server = createHttpServer((request, response) => void respond(request, response), admission);
  server.on('upgrade', (request, socket, head) => {
    sockets.upgrade(request, socket, head, () => news.follow());
  });
  return {
    server,
    /** Closes the connections of `/ws`. */
    close(): void {
      news.close();
      sockets.close();
    },
  };
}
