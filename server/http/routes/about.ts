import { allCodes, codes, Problem } from '../../fields/problem.js';
import type { DeviceAnswer, DevicesAnswer, ProblemMeaning } from '../answers.js';
import type { Dependencies, Handler } from '../dependencies.js';
import { possibleId } from '../middleware/check-id.js';
import { ref } from '../openapi/shapes.js';
import { json, type Route } from '../route.js';

/** The panel profiles, and the meaning of errors. */
export function aboutRoutes({ devices }: Dependencies): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/esl/devices',
      operation: 'listDevices',
      tag: 'Panels and layouts',
      summary: 'List the panel profiles',
      success: [json(200, 'All panel profiles.', ref('Devices'))],
      steps: [list(devices)],
    },
    {
      method: 'GET',
      path: '/api/esl/devices/:id',
      operation: 'getDevice',
      tag: 'Panels and layouts',
      summary: 'See a panel profile',
      success: [json(200, 'The panel profile.', ref('DeviceResult'))],
      errors: [[404, 'NOT_FOUND']],
      steps: [possibleId(), get(devices)],
    },
    {
      method: 'GET',
      path: '/problems/:name',
      operation: 'getProblem',
      tag: 'About',
      summary: 'Read what an error means',
      description: 'The `type` of an error is such a path.',
      success: [json(200, 'The meaning of the code.', ref('ProblemMeaning'))],
      errors: [[404, 'NOT_FOUND']],
      steps: [explain],
    },
  ];
}

function list(devices: Dependencies['devices']): Handler {
  return function listDevices(ctx) {
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = {
      success: true,
      devices: [...devices.values()],
      request_id: ctx.state.requestId,
    } satisfies DevicesAnswer;
  };
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
  ctx.body = { type, title, status: statuses[0], statuses, code: found, detail: help } satisfies ProblemMeaning;
};
