import { aboutRoutes } from '../../../server/oepl/routes/about.js';
import { commandRoutes } from '../../../server/oepl/routes/commands.js';
import { maintenanceRoutes } from '../../../server/oepl/routes/maintenance.js';
import { tagRoutes } from '../../../server/oepl/routes/tags.js';
import { templateRoutes } from '../../../server/oepl/routes/templates.js';
import { uploadRoutes } from '../../../server/oepl/routes/uploads.js';
import type { AccessPointParts } from '../../../server/oepl/parts.js';
import { full, place, till } from './full.js';
import { type Attack, get } from './requests.js';

/** A route to attack: its path as `GET /api` writes it. */
export interface AttackedRoute {
  readonly path: string;
  readonly onAccessPoint: boolean;
}

/** What the names in paths stand for. */
const values: Readonly<Record<string, string>> = {
  ...{ revision: '1', number: '1', requestId: '1', itemId: 'a0', barcode: 'l-0', displayPosition: '0', pageIndex: '0' },
};
const idOf = (path: string) =>
  path.includes('/layouts/')
    ? 'big-0'
    : path.includes('/devices/')
      ? 'solum-m2-2.9-bwr'
      : path.includes('/webhooks/')
        ? 'hook'
        : 'l-0';
/** Pages of the largest size, and the parameters that vendors' routes need. */
const queryOf = (path: string) =>
  path.startsWith('/api/esl/')
    ? /\/(labels|layouts)$/.test(path)
      ? '?limit=100'
      : ''
    : `?${place}&storeId=1&label=l-0&labelCode=l-0&goodsId=a0&id=&size=500&limit=1000&projection=L`.replace('&id=', '');

/** The GET routes of a server's `GET /api`, and of its access point. Streams of events have their own limit. */
export async function routesOf(url: string): Promise<readonly AttackedRoute[]> {
  const { endpoints } = (await (await fetch(`${url}/api`)).json()) as {
    endpoints: readonly { readonly method: string; readonly path: string }[];
  };
  const own = endpoints.filter(({ method, path }) => method === 'GET' && !path.endsWith('/events'));
  const makers = [aboutRoutes, tagRoutes, uploadRoutes, templateRoutes, commandRoutes, maintenanceRoutes];
  const oepl = makers.flatMap((make) => make(noParts)).filter(({ method }) => method === 'GET');
  return [
    ...own.map(({ path }) => ({ path, onAccessPoint: false })),
    ...oepl.map(({ path }) => ({ path, onAccessPoint: true })),
  ];
}

/** Parts of an access point that only make the table of its routes: each member is a function that returns the same. */
const noParts: AccessPointParts = new Proxy((() => undefined) as unknown as AccessPointParts & (() => void), {
  get: () => noParts,
  apply: () => noParts,
});

/** 450 connections that request a route, with data at the limits in the store. */
export function attackOn({ path, onAccessPoint }: AttackedRoute, token: string): Attack {
  const filled = path.replaceAll(/\{(\w+)\}|:(\w+)/g, (_, braces?: string, colon?: string) => {
    const name = braces ?? colon!;
    return values[name] ?? (name === 'file' ? '00.json' : idOf(path));
  });
  const headers = { ...till, token };
  return {
    name: nameOf({ path, onAccessPoint }),
    before: full,
    request: () => ({ ...get(filled + queryOf(path)), headers }),
    connections: 450,
    ...(onAccessPoint && { onAccessPoint }),
  };
}

/** The name of a route's attack. */
export function nameOf({ path, onAccessPoint }: AttackedRoute): string {
  return `GET ${path}${onAccessPoint ? ' of the access point' : ''}`;
}
