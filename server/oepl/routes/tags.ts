import { clientOf } from '../../http/client.js';
import { sendEncoded } from '../../http/conditional.js';
import type { Handler } from '../../http/dependencies.js';
import { jsonFile } from '../../http/page-files.js';
import { readMac } from '../mac.js';
import type { AccessPointParts } from '../parts.js';
import { byteOf } from '../settings.js';
import { tagTypesOf } from '../tag-type.js';
import { pageOfTags } from '../views.js';
import type { OeplRoute } from './route.js';

/** Lists tags, their types and their pictures. */
export function tagRoutes(parts: AccessPointParts): readonly OeplRoute[] {
  return [
    { method: 'GET', path: '/get_db', budget: 'view', steps: [list(parts)] },
    { method: 'GET', path: '/tagtypes/:file', budget: 'view', steps: [tagType(parts)] },
    { method: 'GET', path: '/current/:file', budget: 'view', steps: [current(parts)] },
  ];
}

function list({ directory, views }: AccessPointParts): Handler {
  return async function listTags(ctx) {
    const { searchParams } = new URL(ctx.url, 'http://ap');
    const [given, position] = [searchParams.get('mac'), searchParams.get('pos')];
    if (given === null) {
      ctx.body = await pageOfTags(directory, views, byteOf(position ?? ''), clientOf(ctx));
      return;
    }
    const mac = readMac(given);
    const tag = mac && (await directory.find(mac));
    ctx.body = mac ? { tags: tag ? [await views.of(tag, clientOf(ctx))] : [] } : { error: 'malformatted parameter' };
  };
}

function tagType({ dependencies: { devices } }: AccessPointParts): Handler {
  const types = new Map([...tagTypesOf(devices.values())].map(([type, description]) => [type, jsonFile(description)]));
  return function sendTagType(ctx) {
    const [, digits] = /^([0-9A-F]{2})\.json$/.exec(ctx.params.file!) ?? [];
    const type = digits === undefined ? undefined : types.get(parseInt(digits, 16));
    if (type) sendEncoded(ctx, type, 'max-age=300');
  };
}

function current({ directory, raws, files }: AccessPointParts): Handler {
  return async function sendRaw(ctx) {
    const template = files.get(`/current/${ctx.params.file!}`);
    if (template) {
      ctx.type = 'json';
      ctx.body = Buffer.from(template);
      return;
    }
    const [, mac] = /^([0-9A-F]{16})\.raw$/.exec(ctx.params.file!) ?? [];
    const tag = mac === undefined ? null : await directory.find(mac);
    const raw = tag && (await raws.of(tag, clientOf(ctx)));
    if (!raw) return;
    ctx.set('Cache-Control', 'no-cache');
    ctx.type = 'application/octet-stream';
    ctx.body = Buffer.from(raw.bytes);
  };
}
