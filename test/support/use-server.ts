import { afterAll, beforeAll } from '@jest/globals';
import { join } from 'node:path';
import { startHere } from './here.js';
import { type RunningServer, temporaryFolder } from './server.js';

/** A server for the tests of a file. */
export function useServer(env: Readonly<Record<string, string>> = {}): RunningServer {
  const server = {} as RunningServer;
  beforeAll(async () => {
    Object.assign(server, await startHere(env));
  });
  afterAll(() => server.stop());
  return server;
}

/** A temporary folder for the tests of a file, and paths in it. */
export function useFolder(): { readonly path: string; readonly at: (name: string) => string } {
  const { path, remove } = temporaryFolder();
  afterAll(remove);
  return { path, at: (name) => join(path, name) };
}
