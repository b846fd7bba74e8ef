import type { CheckedUpdate, RefusedUpdate } from '../../fields/bulk.js';
import { Problem } from '../../fields/problem.js';
import { maxUpdates } from '../../fields/schemas.js';
import { withoutSecrets } from '../../keys/text.js';
import { type LabelUpdate, type Outcome, updateLabels } from '../../labels/bulk.js';
import { findLabel, type LabelResult } from '../../labels/labels.js';
import type { OutcomeView, UpdatesAnswer } from '../answers.js';
import { costs } from '../budgets/costs.js';
import { bulkBytes } from '../budgets/limits.js';
import { clientOf } from '../client.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { problemOf } from '../middleware/answer-errors.js';
import { isSame, keyOf, oneAtATime, otherRequest, requestHash } from '../middleware/idempotency.js';
import { limit, take, tooManyRequests } from '../middleware/limit.js';
import { bulkOf, lineTypes, readBulk } from '../middleware/read-body.js';
import { simulate } from '../middleware/simulate.js';
import { ref } from '../openapi/shapes.js';
import { bodyErrors, idempotencyErrors, idempotencyHeader, json, type Route } from '../route.js';
import { problemBody, recordedResult } from '../views.js';
import { exampleUpdate, simulateHeader } from './update.js';

const { budget } = costs.updateLabels!;
const exampleUpdates = [
  { label: 'default', ...exampleUpdate },
  { label: 'shelf-12', price: '1.20', product_name: 'Rye bread', unit: '500 g', key: '2026-11-24 rye' },
];

/** `POST /api/esl/updates`: updates of many labels. */
export function bulkRoutes(dependencies: Dependencies): readonly Route[] {
  const read = readBulk(bulkBytes);
  return [
    {
      method: 'POST',
      path: '/api/esl/updates',
      operation: 'updateLabels',
      scope: 'update',
      tag: 'Updates',
      summary: 'Update many labels',
      description: [
        `1 to ${maxUpdates} updates, as a JSON array or a JSON object per line. Each has its own outcome, as if it had been sent alone; those of one label are applied in their order. An answer 200 means that the accepted ones are on the disk.`,
        'Each counts as one update. Those beyond the budget have the outcome 429 and the response the header Retry-After; without any budget, the whole request is refused.',
        'An update with a `key` is safe to send again, and so is each update of a request with an Idempotency-Key, which is combined with the position of the update: one that was applied before has `replayed`. A `key` equals an Idempotency-Key of a single update.',
      ].join(' '),
      parameters: [idempotencyHeader, ...(dependencies.config.simulate ? [simulateHeader] : [])],
      body: { schema: 'Updates', example: exampleUpdates },
      bytes: lineTypes[0],
      bytesExample: exampleUpdates.map((update) => `${JSON.stringify(update)}\n`).join(''),
      success: [
        { ...json(200, 'The outcome of each update.', ref('UpdatesResult')), optionalHeaders: ['Retry-After'] },
      ],
      errors: [...bodyErrors, ...idempotencyErrors, [503, 'SERVER_ERROR']],
      steps: [
        // Without budget, no body is read.
        limit({ budget }, 1, dependencies),
        oneAtATime(),
        simulate(dependencies, [read, bulk(dependencies, pretend)]),
        read,
        bulk(dependencies, store),
      ],
    },
  ];
}

/** Applies updates. */
type Apply = (ctx: Context, updates: readonly LabelUpdate[]) => Promise<readonly Outcome[]>;

const store: Apply = (ctx, updates) =>
  updateLabels(ctx.state.context, updates, clientOf(ctx), ctx.state.trouble ?? null, () => ctx.res.closed);

/** Changes nothing: each outcome is the present content. */
const pretend: Apply = (ctx, updates) =>
  Promise.all(
    updates.map(async ({ label: id }): Promise<Outcome> => {
      try {
        const label = await findLabel(ctx.state.context, id);
        return { kind: 'updated', result: { label, at: 0, created: false, warnings: [] } };
      } catch (error) {
        return { kind: 'failed', error };
      }
    }),
  );

function bulk(dependencies: Dependencies, apply: Apply): Handler {
  const { drawingPool } = dependencies;
  return async function updateLabels(ctx) {
    const job = bulkOf(ctx);
    // Megabytes that are not needed while the job waits.
    ctx.request.body = undefined;
    const sent = await drawingPool.run('bulk', job, clientOf(ctx));
    const rest = sent.length > 1 ? await take(ctx, budget, sent.length - 1, dependencies) : null;
    const exhausted = rest && !rest.admitted ? tooManyRequests(rest) : null;
    if (exhausted) ctx.set(exhausted.options.headers ?? {});
    const admitted = 1 + (rest?.granted ?? 0);
    const entries = sent.map((one, i) =>
      i < admitted ? entryOf(ctx, one, i, dependencies) : refusedView(ctx, one.label, exhausted!),
    );
    const updates = entries.filter((entry) => 'update' in entry);
    const outcomes = (await apply(ctx, updates)).values();
    send(
      ctx,
      entries.map((entry) => ('update' in entry ? viewOf(ctx, entry, outcomes.next().value!, dependencies) : entry)),
    );
  };
}

/** The update with its idempotency: its own key, or that of the request and its place there. An invalid update is refused. */
function entryOf(
  ctx: Context,
  sent: CheckedUpdate | RefusedUpdate,
  place: number,
  { clock }: Pick<Dependencies, 'clock'>,
): LabelUpdate | OutcomeView {
  if ('refusal' in sent) {
    const { code, detail, options } = sent.refusal;
    return refusedView(ctx, sent.label, new Problem(code, detail, options));
  }
  const { label, update, warnings } = sent;
  const keyOfAll = keyOf(ctx);
  // No key that is sent has a line break.
  const key = sent.key ?? (keyOfAll === null ? null : `${keyOfAll}\n${place}`);
  if (key === null) return { label, update, warnings, idempotency: null };
  const request = requestHash(ctx, `/api/esl/labels/${label}/update`, sent.sent);
  const idempotency = { key, request, requestId: ctx.state.requestId, at: clock().getTime() };
  return { label, update, warnings, idempotency };
}

function viewOf(
  ctx: Context,
  { label, idempotency }: LabelUpdate,
  outcome: Outcome,
  { log }: Pick<Dependencies, 'log'>,
): OutcomeView {
  switch (outcome.kind) {
    case 'updated':
      return updatedView(outcome.result);
    case 'repeated':
      return isSame(outcome.recorded, idempotency!)
        ? updatedView(recordedResult(outcome.recorded), true)
        : refusedView(ctx, label, otherRequest());
    case 'failed': {
      const problem = problemOf(outcome.error);
      const { cause } = problem.options;
      if (problem.status >= 500)
        log.error({ request_id: ctx.state.requestId, path: ctx.path, err: cause }, problem.detail);
      return refusedView(ctx, label, problem);
    }
  }
}

function updatedView({ label: { id, current }, warnings }: LabelResult, isReplayed = false): OutcomeView {
  return {
    status: 200,
    label: id,
    revision: current?.revision ?? 0,
    updated_at: current?.updated_at ?? null,
    warnings: [...warnings, ...(current?.warnings ?? [])],
    ...(current?.findings && { findings: current.findings }),
    ...(isReplayed && { replayed: true }),
  };
}

function refusedView(ctx: Context, label: string | null, problem: Problem): OutcomeView {
  return { status: problem.status, label, problem: problemBody(problem, ctx.state.requestId) };
}

/** Sends the outcomes; keys in them without their secrets. */
function send(ctx: Context, outcomes: readonly OutcomeView[]): void {
  const accepted = outcomes.filter(({ status }) => status === 200).length;
  const answer: UpdatesAnswer = {
    success: true,
    outcomes,
    accepted,
    refused: outcomes.length - accepted,
    request_id: ctx.state.requestId,
  };
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'application/json';
  ctx.body = withoutSecrets(JSON.stringify(answer));
}
