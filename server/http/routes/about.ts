import { crc32 } from 'node:zlib';
import type { Device } from '../../../devices/index.js';
import { allCodes, type Code, codes, parentOf, Problem } from '../../fields/problem.js';
import { deviceSearchSchema, searchDevices } from '../../fields/search-devices.js';
import { checkDeviceSearch } from '../../fields/validate.js';
import type { DeviceView, ProblemMeaning } from '../answers.js';
import { isKnown, sendEncoded } from '../conditional.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { sendParts, sendShared } from '../lists/send-list.js';
import { possibleId } from '../middleware/check-id.js';
import { ref } from '../openapi/shapes.js';
import { jsonFile, type PageFile } from '../page-files.js';
import { queryOf } from '../query.js';
import { json, parametersOf, type Route, tagged, route } from '../route.js';

export function aboutRoutes({ devices }: Dependencies): readonly Route[] {
  const texts: DeviceTexts = new Map(
    [...devices.values()].map((device) => [device, Buffer.from(JSON.stringify(device satisfies DeviceView))]),
  );
  return [
    route('GET', '/api/esl/devices', 'listDevices', 'Panels and layouts', {
      summary: 'List the panel profiles, or those that fit a search',
      parameters: parametersOf(deviceSearchSchema.properties),
      success: tagged(json(200, 'The panel profiles that match all parameters, sorted by id.', ref('Devices'))),
      errors: [[400, 'VALIDATION_ERROR']],
      steps: [list(texts)],
    }),
    route('GET', '/api/esl/devices/:id', 'getDevice', 'Panels and layouts', {
      summary: 'See a panel profile',
      success: tagged(json(200, 'The panel profile.', ref('DeviceResult'))),
      errors: [[404, 'NOT_FOUND']],
      steps: [possibleId(), get(devices, texts)],
    }),
    route('GET', '/problems/:name', 'getProblem', 'About', {
      scope: 'public',
      summary: 'Read what an error means',
      description: 'The `type` of an error is such a path.',
      success: tagged(json(200, 'The meaning of the code.', ref('ProblemMeaning'))),
      errors: [[404, 'NOT_FOUND']],
      steps: [explain()],
    }),
  ];
}

/** The panel that the path names. @throws {Problem} */
export function deviceOf(ctx: Context, devices: Dependencies['devices']): Device {
  const device = devices.get(ctx.params.id!);
  if (!device) throw new Problem('NOT_FOUND', 'There is no such device');
  return device;
}

/** The JSON of each profile, shared by all responses. */
type DeviceTexts = ReadonlyMap<Device, Buffer>;

function list(texts: DeviceTexts): Handler {
  const all = Buffer.from([...texts.values()].join(','));
  const tagOf = tagsOf(texts);
  return async function listDevices(ctx) {
    const found = searchDevices(texts.keys(), queryOf(ctx, checkDeviceSearch));
    ctx.set('Cache-Control', 'no-cache');
    ctx.vary('Accept-Encoding');
    const items = found.length === texts.size ? [all] : found.map((device) => texts.get(device)!);
    if (!isKnown(ctx, tagOf(found))) await sendShared(ctx, 'devices', listed(items));
  };
}

/* oxlint-disable-next-line typescript/require-await -- `sendShared` reads lists asynchronously */
async function* listed(items: readonly Buffer[]): AsyncGenerator<Buffer, object> {
  yield* items;
  return {};
}

function get(devices: Dependencies['devices'], texts: DeviceTexts): Handler {
  const tagOf = tagsOf(texts);
  return function getDevice(ctx) {
    const device = deviceOf(ctx, devices);
    ctx.set('Cache-Control', 'no-cache');
    ctx.vary('Accept-Encoding');
    const text = texts.get(device)!;
    const rest = `,"request_id":${JSON.stringify(ctx.state.requestId)}}`;
    if (!isKnown(ctx, tagOf([device]))) sendParts(ctx, ['{"success":true,"device":', text, rest]);
  };
}

/** Tags of lists of profiles. They are weak, as the id of the request differs. */
function tagsOf(texts: DeviceTexts): (found: readonly Device[]) => string {
  const all = crc32(Buffer.concat([...texts.values()])).toString(16);
  return (found) => `W/"${all}-${crc32(found.map(({ id }) => id).join(' ')).toString(16)}"`;
}

function explain(): Handler {
  const files = new Map<string, PageFile>(allCodes.map((code) => [codes[code].type, jsonFile(meaningOf(code))]));
  return function explainProblem(ctx) {
    const file = files.get(`/problems/${ctx.params.name!}`);
    if (!file) throw new Problem('NOT_FOUND', 'There is no such problem type');
    sendEncoded(ctx, file, 'public, max-age=300');
  };
}

function meaningOf(code: Code): ProblemMeaning {
  const { type, title, statuses, help } = codes[code];
  return { type, ...parentOf(code), title, status: statuses[0], statuses, code, detail: help };
}
