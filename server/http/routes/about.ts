import type { Device } from '../../../devices/index.js';
import { allCodes, codes, parentOf, Problem } from '../../fields/problem.js';
import { deviceSearchSchema, searchDevices } from '../../fields/search-devices.js';
import { checkDeviceSearch } from '../../fields/validate.js';
import type { DeviceAnswer, DeviceView, ProblemMeaning } from '../answers.js';
import type { Dependencies, Handler } from '../dependencies.js';
import { sendList } from '../lists/send-list.js';
import { compress } from '../middleware/compress.js';
import { possibleId } from '../middleware/check-id.js';
import { ref } from '../openapi/shapes.js';
import { queryOf } from '../query.js';
import { json, parametersOf, publicRoute, readRoute, type Route } from '../route.js';

export function aboutRoutes({ devices }: Dependencies): readonly Route[] {
  return [
    {
      ...readRoute('Panels and layouts'),
      path: '/api/esl/devices',
      operation: 'listDevices',
      summary: 'List the panel profiles, or those that fit a search',
      parameters: parametersOf(deviceSearchSchema.properties),
      success: [json(200, 'The panel profiles that match all parameters, sorted by id.', ref('Devices'))],
      errors: [[400, 'VALIDATION_ERROR']],
      steps: [compress(), list(devices)],
    },
    {
      ...readRoute('Panels and layouts'),
      path: '/api/esl/devices/:id',
      operation: 'getDevice',
      summary: 'See a panel profile',
      success: [json(200, 'The panel profile.', ref('DeviceResult'))],
      errors: [[404, 'NOT_FOUND']],
      steps: [possibleId(), get(devices)],
    },
    {
      ...publicRoute,
      path: '/problems/:name',
      operation: 'getProblem',
      summary: 'Read what an error means',
      description: 'The `type` of an error is such a path.',
      success: [json(200, 'The meaning of the code.', ref('ProblemMeaning'))],
      errors: [[404, 'NOT_FOUND']],
      steps: [explain],
    },
  ];
}

function list(devices: Dependencies['devices']): Handler {
  const texts = new Map([...devices.values()].map((device) => [device, JSON.stringify(device satisfies DeviceView)]));
  return async function listDevices(ctx) {
    const found = searchDevices(texts.keys(), queryOf(ctx, checkDeviceSearch));
    ctx.set('Cache-Control', 'no-cache');
    await sendList(ctx, 'devices', listed(found, texts));
  };
}

/* oxlint-disable-next-line typescript/require-await -- `sendList` reads lists asynchronously */
async function* listed(found: readonly Device[], texts: ReadonlyMap<Device, string>): AsyncGenerator<string, object> {
  for (const device of found) yield texts.get(device)!;
  return {};
}

function get(devices: Dependencies['devices']): Handler {
  return function getDevice(ctx) {
    const device = devices.get(ctx.params.id!);
    if (!device) throw new Problem('NOT_FOUND', 'There is no such device');
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = { success: true, device, request_id: ctx.state.requestId } satisfies DeviceAnswer;
  };
}

const explain: Handler = function explainProblem(ctx) {
  const found = allCodes.find((code) => codes[code].type === `/problems/${ctx.params.name!}`);
  if (!found) throw new Problem('NOT_FOUND', 'There is no such problem type');
  const { type, title, statuses, help } = codes[found];
  ctx.set('Cache-Control', 'public, max-age=300');
  ctx.body = {
    type,
    ...parentOf(found),
    title,
    status: statuses[0],
    statuses,
    code: found,
    detail: help,
  } satisfies ProblemMeaning;
};
