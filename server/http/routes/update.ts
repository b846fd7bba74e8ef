import type { FieldProblem } from '../../fields/field-problem.js';
import type { JsonObject } from '../../fields/json.js';
import { accepted } from '../../fields/problem.js';
import { checkUpdate } from '../../fields/validate.js';
import { defaultLabel, findLabel, updateLabel } from '../../labels/labels.js';
import { troubleSeconds, weakFactor } from '../../labels/tag/pace.js';
import type { UpdateAnswer } from '../answers.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { clientOf } from '../client.js';
import { possibleId } from '../middleware/check-id.js';
import { oneAtATime, onceOnly } from '../middleware/idempotency.js';
import { bodyOf, readBody } from '../middleware/read-body.js';
import { simulate, simulations, slowMs } from '../middleware/simulate.js';
import { bodyBytes } from '../budgets/limits.js';
import { ref } from '../openapi/shapes.js';
import {
  bodyErrors,
  idempotencyErrors,
  idempotencyHeader,
  json,
  type Parameter,
  replayable,
  type Route,
  route,
} from '../route.js';
import { answer, changeView, recordedResult, resultView, withImage } from '../views.js';

export const exampleUpdate = { price: '3.50', product_name: 'Organic whole milk', unit: '1 L' } as const;

/** The update in a body. `known` are the problems of its keys. @throws {Problem} listing everything that is wrong */
export function parseUpdate(object: JsonObject, known?: readonly FieldProblem[]) {
  const {
    value: { price, product_name, unit },
    warnings,
  } = accepted(checkUpdate(object, known));
  return { update: { price, product_name, unit }, warnings };
}

/** `POST …/update`, for the label `default` and for any label: the same steps and one budget. */
export function updateRoutes(dependencies: Dependencies): readonly Route[] {
  const readUpdate = readBody(bodyBytes);
  const steps: readonly Handler[] = [
    oneAtATime(),
    simulate(dependencies, [readUpdate, pretend(dependencies)]),
    readUpdate,
    onceOnly(dependencies, (ctx, was) => {
      answer<UpdateAnswer>(ctx, withImage(changeView(dependencies, recordedResult(was))), was.requestId);
    }),
    store(dependencies),
  ];
  const shared = {
    scope: 'update',
    parameters: [idempotencyHeader, ...(dependencies.config.simulate ? [simulateHeader] : [])],
    body: { schema: 'Update', example: exampleUpdate },
    success: replayable(json(200, 'The label as it now is. The update is on the disk.', ref('UpdateResult'))),
  } as const;
  const errors = [[400, 'MISSING_FIELDS'], ...bodyErrors, ...idempotencyErrors] as const;
  return [
    route('POST', '/api/esl/update', 'update', 'Updates', {
      ...shared,
      summary: 'Update the label with the id default',
      description:
        'Every POST counts against the budget before its body is read, whether it is valid or not. An answer 200 means that the update is on the disk.',
      errors,
      steps,
    }),
    route('POST', '/api/esl/labels/:id/update', 'updateLabel', 'Updates', {
      ...shared,
      summary: 'Update a label',
      description: 'The same as /api/esl/update, for any label, with the same budget.',
      errors: [...errors, [404, 'NOT_FOUND']],
      steps: [possibleId(), ...steps],
    }),
  ];
}

export const simulateHeader: Parameter = {
  name: 'X-ESL-Simulate',
  in: 'header',
  description: [
    `Lets you see each failure once. It counts as any update does. rate_limit, server_error and slow answer so, without changing state; slow waits ${slowMs / 1000} s, checks the body, and answers with the label as it is.`,
    `With the others the update is accepted, and the tag misbehaves; the label's \`tag\` has it as \`trouble\`. offline: the tag does not take the update in before it is back. low_battery: its refresh takes ${weakFactor} times as long, and is full. Both end with the next update without the header or binding that draws anew, at the latest after ${troubleSeconds} s, divided by REFRESH_SPEED. ghosting: the former picture shines through, see \`image.png?at=now\`, until the next full refresh.`,
  ].join(' '),
  schema: { enum: simulations },
};

function store(dependencies: Dependencies): Handler {
  return async function storeUpdate(ctx) {
    const { update, warnings } = updateIn(ctx);
    const answered = await updateLabel(ctx.state.context, labelId(ctx), update, warnings, clientOf(ctx), ctx.state);
    answer<UpdateAnswer>(ctx, withImage(changeView(dependencies, answered)));
  };
}

function pretend(dependencies: Dependencies): Handler {
  return async function pretendUpdate(ctx) {
    updateIn(ctx);
    answer<UpdateAnswer>(ctx, withImage(resultView(dependencies, await findLabel(ctx.state.context, labelId(ctx)))));
  };
}

function updateIn(ctx: Context) {
  const { object, problems } = bodyOf(ctx);
  return parseUpdate(object, problems);
}

function labelId(ctx: Context): string {
  return ctx.params.id ?? defaultLabel;
}
