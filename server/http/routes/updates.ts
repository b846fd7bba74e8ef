import type { CheckedUpdate, RefusedUpdate } from '../../fields/bulk.js';
import { fieldProblems, Problem } from '../../fields/problem.js';
import { maxUpdates } from '../../fields/schemas.js';
import { withoutSecrets } from '../../keys/text.js';
import { type LabelUpdate, type Outcome, repeatedUpdates, updateLabels } from '../../labels/bulk.js';
import { findLabel, type LabelResult } from '../../labels/labels.js';
import type { OutcomeView, UpdatesAnswer } from '../answers.js';
import { costs } from '../budgets/costs.js';
import { bulkBytes } from '../budgets/limits.js';
import { clientOf } from '../client.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { problemOf } from '../middleware/answer-errors.js';
import { hashOf, keyOf, oneAtATime, otherRequest, requestHash } from '../middleware/idempotency.js';
import { take, tooManyRequests } from '../middleware/limit.js';
import { bulkOf, lineTypes, readBulk } from '../middleware/read-body.js';
import { simulate } from '../middleware/simulate.js';
import { ref } from '../openapi/shapes.js';
import { bodyErrors, idempotencyErrors, idempotencyHeader, json, type Parameter, type Route, route } from '../route.js';
import { problemBody, recordedResult } from '../views.js';
import { exampleUpdate, simulateHeader } from './update.js';

const { budget } = costs.updateLabels!;
const exampleUpdates = [
  { label: 'default', ...exampleUpdate },
  { label: 'shelf-12', price: '1.20', product_name: 'Rye bread', unit: '500 g', key: '2026-11-24 rye' },
];

export function bulkRoutes(dependencies: Dependencies): readonly Route[] {
  const read = readBulk(bulkBytes);
  return [
    route('POST', '/api/esl/updates', 'updateLabels', 'Updates', {
      scope: 'update',
      summary: 'Update many labels',
      description: [
        `1 to ${maxUpdates} updates, as a JSON array or a JSON object per line. Each has its own outcome, as if it had been sent alone; those of one label are applied in their order. An answer 200 means that the accepted ones are on the disk.`,
        'Each counts as one update, except those that were applied before, which cost nothing. Those beyond the budget have the outcome 429 and the response the header Retry-After. If that is all of them, the whole request is refused.',
        'An update with a `key` is safe to send again: one that was applied before has `replayed`. A `key` belongs to a label and a content, and equals an Idempotency-Key of a single update: with other ones, the outcome is 422.',
      ].join(' '),
      parameters: [bulkHeader, ...(dependencies.config.simulate ? [simulateHeader] : [])],
      body: { schema: 'Updates', example: exampleUpdates },
      bytes: lineTypes[0],
      bytesExample: exampleUpdates.map((update) => `${JSON.stringify(update)}\n`).join(''),
      success: [
        { ...json(200, 'The outcome of each update.', ref('UpdatesResult')), optionalHeaders: ['Retry-After'] },
      ],
      errors: [...bodyErrors, ...idempotencyErrors],
      steps: [
        oneAtATime(),
        countWhole(dependencies),
        simulate(dependencies, [read, bulk(dependencies, pretend)]),
        read,
        bulk(dependencies, store),
      ],
    }),
  ];
}

const bulkHeader: Parameter = {
  ...idempotencyHeader,
  description:
    'Makes each update without its own `key` safe to send again: within 24 h, an update of a label is applied once under this key, whether it comes again with all others, only with those that were refused, in another order, or with new ones. One that was applied before has `replayed` and costs nothing. An update that comes again after another one of its label needs its own `key`. While another request with the key runs: 409. Refused updates are not recorded.',
};

/** A bulk that is refused as a whole counts as one update. What was applied before is answered also without budget. */
function countWhole(dependencies: Dependencies): Handler {
  return async function countWhole(ctx, next) {
    await take(ctx, budget, 0, dependencies);
    try {
      await next();
    } catch (error) {
      await take(ctx, budget, 1, dependencies);
      throw error;
    }
  };
}

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
    const entries = entriesOf(ctx, sent, dependencies);
    const updates = new Set(entries.filter((entry) => 'update' in entry));
    const refused = entries.filter((entry) => !('update' in entry)).length;
    const outcomes = new Map(apply === store ? await repeatedUpdates(ctx.state.context, [...updates]) : []);
    const fresh = [...updates].filter((update) => !outcomes.has(update));
    const standing = await take(ctx, budget, fresh.length + refused, dependencies);
    // The points of updates that are not applied go to those after them: a request that is sent again must come to an end.
    for (let points = standing.granted, start = 0; points > 0 && start < fresh.length;) {
      const group = fresh.slice(start, start + points);
      start += points;
      points = 0;
      for (const [i, outcome] of (await apply(ctx, group)).entries()) {
        outcomes.set(group[i]!, outcome);
        if (!isSpent(outcome)) points++;
      }
    }
    const exhausted = outcomes.size < updates.size ? tooManyRequests(standing) : null;
    if (exhausted && outcomes.size + refused === 0) throw exhausted;
    ctx.set(exhausted?.options.headers ?? {});
    const views = entries.map((entry, i) => {
      if (!('update' in entry)) return entry;
      const outcome = outcomes.get(entry);
      if (!outcome) return refusedView(ctx, entry.label, exhausted!);
      return viewOf(ctx, entry, outcome, entries.indexOf(entry) < i, dependencies);
    });
    send(ctx, views);
  };
}

/** Whether an update has used its point: it was applied, or the server failed. */
function isSpent(outcome: Outcome): boolean {
  return outcome.kind === 'updated' || (outcome.kind === 'failed' && problemOf(outcome.error).status >= 500);
}

/** Updates with their idempotency; those that come twice are one. Invalid updates are refused. */
function entriesOf(
  ctx: Context,
  sent: readonly (CheckedUpdate | RefusedUpdate)[],
  { clock }: Pick<Dependencies, 'clock'>,
): readonly (LabelUpdate | OutcomeView)[] {
  const keyOfAll = keyOf(ctx);
  const { requestId } = ctx.state;
  const at = clock().getTime();
  const byKey = new Map<string, LabelUpdate>();
  /** The last update of each label. */
  const last = new Map<string, LabelUpdate>();
  return sent.map((one) => {
    if ('refusal' in one) {
      const { code, detail, options } = one.refusal;
      return refusedView(ctx, one.label, new Problem(code, detail, options));
    }
    const { label, update, warnings } = one;
    const request = requestHash(ctx, `/api/esl/labels/${label}/update`, one.sent);
    // No key that is sent has a line break.
    const key = one.key ?? (keyOfAll === null ? null : `${keyOfAll}\n${hashOf(label, one.sent)}`);
    const before = key === null ? undefined : byKey.get(key);
    if (before && last.get(label) !== before) return refusedView(ctx, label, ambiguous());
    const entry = before ?? {
      label,
      update,
      warnings,
      idempotency: key === null ? null : { key, request, requestId, at },
    };
    if (key !== null) byKey.set(key, entry);
    last.set(label, entry);
    return entry;
  });
}

/** The error for an update that comes again after another one of its label: sent again, the two could not be told apart. */
function ambiguous(): Problem {
  const message = 'Expected an own key for an update that comes again after another one of its label';
  return fieldProblems([{ field: 'key', pointer: '#/key', reason: 'duplicate', message }]);
}

function viewOf(
  ctx: Context,
  { label, idempotency }: LabelUpdate,
  outcome: Outcome,
  isAgain: boolean,
  { log }: Pick<Dependencies, 'log'>,
): OutcomeView {
  switch (outcome.kind) {
    case 'updated':
      return updatedView(outcome.result, isAgain);
    case 'repeated':
      return outcome.recorded.request === idempotency!.request
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

function updatedView({ label: { id, current }, warnings }: LabelResult, isReplayed: boolean): OutcomeView {
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
