import type { FieldProblem } from '../../fields/field-problem.js';
import type { JsonObject } from '../../fields/json.js';
import { accepted } from '../../fields/problem.js';
import { checkUpdate } from '../../fields/validate.js';
import { defaultLabel, draftFor, findLabel, updateLabel } from '../../labels/labels.js';
import type { Anonymous, LabelAnswer } from '../answers.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { clientKey } from '../limiter.js';
import { limit } from '../middleware/limit.js';
import { bodyOf, readBody } from '../middleware/read-body.js';
import { simulate, simulations, slowMs } from '../middleware/simulate.js';
import { ref } from '../openapi/shapes.js';
import { bodyErrors, json, type Parameter, type Route } from '../route.js';
import { resultView } from '../views.js';

/** The update that examples and documents show. */
export const exampleUpdate = { price: '3.50', product_name: 'Organic whole milk', unit: '1 L' } as const;

const bodyLimit = 16 * 1024;

/** The update in a body. `known` are the problems of its keys. @throws {Problem} listing everything that is wrong */
export function parseUpdate(object: JsonObject, known?: readonly FieldProblem[]) {
  const { value, warnings } = accepted(checkUpdate(object, known));
  return { update: { ...value }, warnings };
}

/** `POST …/update`, for the label `default` and for any label: the same steps and one budget. */
export function updateRoutes(dependencies: Dependencies): readonly Route[] {
  const readUpdate = readBody(bodyLimit);
  const steps: readonly Handler[] = [
    simulate(dependencies, [readUpdate, pretend(dependencies)]),
    limit(dependencies.limiters.update, dependencies),
    readUpdate,
    store(dependencies),
  ];
  const shared = {
    method: 'POST',
    tag: 'Updates',
    parameters: dependencies.config.simulate ? [simulateHeader] : [],
    body: { schema: 'Update', example: exampleUpdate },
    success: [json(200, 'The label as it now is. The update is on the disk.', ref('Result'))],
    budget: 'update',
    steps,
  } as const;
  const errors = [[400, 'MISSING_FIELDS'], ...bodyErrors, [429, 'RATE_LIMIT_EXCEEDED'], [503, 'SERVER_ERROR']] as const;
  return [
    {
      ...shared,
      path: '/api/esl/update',
      operation: 'update',
      summary: 'Update the label `default`',
      description:
        'Every POST counts against the budget before its body is read, whether it is valid or not. An answer 200 means that the update is on the disk.',
      errors,
    },
    {
      ...shared,
      path: '/api/esl/labels/:id/update',
      operation: 'updateLabel',
      summary: 'Update a label',
      description: 'The same as /api/esl/update, for any label, with the same budget.',
      errors: [...errors, [404, 'NOT_FOUND']],
    },
  ];
}

const simulateHeader: Parameter = {
  name: 'X-ESL-Simulate',
  in: 'header',
  description: `Makes the update answer so, without changing state or quota. slow waits ${slowMs / 1000} s, then answers as the update would have, but stores nothing.`,
  schema: { enum: simulations },
};

function store(dependencies: Dependencies): Handler {
  return async function storeUpdate(ctx) {
    const { update, warnings } = updateIn(ctx);
    const label = await updateLabel(dependencies, labelId(ctx), update, warnings, clientKey(ctx.ip));
    answer(ctx, resultView(dependencies, label));
  };
}

function pretend(dependencies: Dependencies): Handler {
  return async function pretendUpdate(ctx) {
    const { update, warnings } = updateIn(ctx);
    const label = await findLabel(dependencies, labelId(ctx));
    const revision = (label.current?.revision ?? 0) + 1;
    const current = { ...(await draftFor(dependencies, label, update, warnings, clientKey(ctx.ip))), revision };
    answer(ctx, resultView(dependencies, { ...label, current }));
  };
}

function updateIn(ctx: Context) {
  const { object, problems } = bodyOf(ctx);
  return parseUpdate(object, problems);
}

function labelId(ctx: Context): string {
  return ctx.params.id ?? defaultLabel;
}

function answer(ctx: Context, result: Anonymous<LabelAnswer>): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { ...result, request_id: ctx.state.requestId } satisfies LabelAnswer;
}
