import { beforeAll } from '@jest/globals';
import { startHere } from './here.js';
import type { RunningServer } from './server.js';

/** A server for the tests of a file. */
export function useServer(env: Readonly<Record<string, string>> = {}): RunningServer {
  const server = {} as RunningServer;
  beforeAll(async () => {
    Object.assign(server, await startHere(env));
  });
  return server;
}
