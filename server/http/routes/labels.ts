import { deviceProblem } from '../../fields/binding.js';
import { fieldProblems } from '../../fields/problem.js';
import { bindQuerySchema, idPattern, type LabelsQuery, labelsQuerySchema } from '../../fields/schemas.js';
import { checkBindQuery, checkLabelsQuery } from '../../fields/validate.js';
import { undrawnArticles } from '../../labels/articles.js';
import type { LabelContext } from '../../labels/context.js';
import { bindLabel, defaultLabel, findLabel, type LabelResult, noLabel } from '../../labels/labels.js';
import { keptRevisions, maxScanned } from '../../labels/store/index.js';
import type { LabelAnswer } from '../answers.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { clientOf } from '../client.js';
import { checkId, possibleId } from '../middleware/check-id.js';
import { oneAtATime, onceOnly } from '../middleware/idempotency.js';
import { bodyOf, readBody } from '../middleware/read-body.js';
import { bodyBytes } from '../budgets/limits.js';
import { ref } from '../openapi/shapes.js';
import { afterOf, cursorOf, defaultPage, type Next } from '../lists/pages.js';
import { queryOf } from '../query.js';
import {
  bodyErrors,
  idempotencyErrors,
  idempotencyHeader,
  json,
  parametersOf,
  replayable,
  type Route,
  route,
} from '../route.js';
import { sendList } from '../lists/send-list.js';
import { answer, labelView, resultView, revisionView, recordedResult, changeView } from '../views.js';

/** Labels are read in blocks of this many letters: one has 50,000 at most. The first block, and each one at most, has ten labels. */
const [blockLetters, blockLabels] = [30_000, 10];
/** Searches in the store for a filtered page. */
const scansOfPage = 5;
const exampleBinding = { device: 'solum-m3-4.3-bwr', sku: '4006381333931', locale: 'de-DE', currency: 'EUR' };

export function labelRoutes(dependencies: Dependencies): readonly Route[] {
  return [
    route('GET', '/api/esl/labels', 'listLabels', 'Labels', {
      summary: 'List the labels, in the order of their ids',
      parameters: parametersOf(labelsQuerySchema.properties),
      description: `Filters are combined. A filtered page may have fewer labels than \`limit\`, or none, although more follow: the server looks at ${scansOfPage * maxScanned} labels for it at most.`,
      success: [json(200, 'A page of labels. `next` is the cursor of the next page, or null.', ref('LabelPage'))],
      errors: [[400, 'VALIDATION_ERROR']],
      steps: [list(dependencies)],
    }),
    route('GET', '/api/esl/labels/:id', 'getLabel', 'Labels', {
      summary: 'See a label',
      success: [json(200, 'The label as it now is.', ref('Result'))],
      errors: [[404, 'NOT_FOUND']],
      steps: [possibleId(), get(dependencies)],
    }),
    route('PUT', '/api/esl/labels/:id', 'bindLabel', 'Labels', {
      summary: 'Create a label, or change its binding',
      description:
        'Absent fields take their defaults. A label with content is drawn again with its own date, as a new revision. The same binding as before changes nothing, unless its layout was replaced. A price is never drawn in another currency than the one it was sent in: a binding with another currency is refused with the reason `currency`, unless `clear` is true. On a label that has the defaults, USD and en-US, the currency that a binding names is taken, with the warning CURRENCY_TAKEN.',
      parameters: [...parametersOf(bindQuerySchema.properties), idempotencyHeader],
      body: { schema: 'Binding', example: exampleBinding },
      success: replayable(
        json(200, 'The label as it now is.', ref('Result')),
        json(201, 'A new label.', ref('Result')),
      ),
      errors: [[400, 'MISSING_FIELDS'], ...bodyErrors, ...idempotencyErrors],
      steps: [
        checkId(idPattern, 'letters', 'shelf-12'),
        oneAtATime(),
        readBody(bodyBytes),
        onceOnly(dependencies, (ctx, was) => {
          sendBound(ctx, dependencies, recordedResult(was), was.requestId);
        }),
        put(dependencies),
      ],
    }),
    ...otherRoutes(),
  ];
}

function otherRoutes(): readonly Route[] {
  return [
    route('DELETE', '/api/esl/labels/:id', 'deleteLabel', 'Labels', {
      summary: 'Delete a label',
      description: 'Its revisions are deleted, too. The label `default` can not be deleted.',
      success: [{ status: 204, description: 'The label is gone.' }],
      errors: [
        [400, 'VALIDATION_ERROR'],
        [404, 'NOT_FOUND'],
      ],
      steps: [possibleId(), deleteLabel],
    }),
    route('GET', '/api/esl/labels/:id/revisions', 'listRevisions', 'Labels', {
      summary: 'See the last 50 contents of a label, newest first',
      success: [json(200, 'The revisions that are kept.', ref('Revisions'))],
      errors: [[404, 'NOT_FOUND']],
      steps: [possibleId(), listRevisions],
    }),
  ];
}

function list({ devices }: Dependencies): Handler {
  return async function listLabels(ctx) {
    const { context } = ctx.state;
    const { limit = defaultPage, cursor, ...filters } = queryOf(ctx, checkLabelsQuery);
    const after = afterOf(cursor);
    await checkFilters(filters, devices, context);
    ctx.set('Cache-Control', 'no-store');
    const isFiltered = Object.keys(filters).length > 0;
    const texts = isFiltered ? foundTexts(context, filters, after, limit) : labelTexts(context, after, limit);
    await sendList(ctx, 'labels', texts);
  };
}

type Filters = Omit<LabelsQuery, 'limit' | 'cursor'>;

/** @throws {Problem} for a panel or a layout that does not exist: an empty list would hide a misspelt one */
async function checkFilters(
  { device, layout }: Filters,
  devices: Dependencies['devices'],
  { layouts }: LabelContext,
): Promise<void> {
  const unknown = device === undefined ? null : deviceProblem(device, devices);
  const chosen = layout === undefined ? null : await layouts.choose(layout);
  const problems = [...(unknown ? [unknown] : []), ...(chosen?.ok === false ? chosen.problems : [])];
  // Pointers are for bodies.
  if (problems.length > 0) throw fieldProblems(problems.map((each) => ({ ...each, pointer: undefined })));
}

async function* foundTexts(
  { store, clock }: LabelContext,
  { state, ...binding }: Filters,
  after: string | null,
  limit: number,
): AsyncGenerator<string, Next> {
  let [last, left, block] = [after, limit, blockLabels];
  for (let scans = 0; scans < scansOfPage; scans++) {
    const changes = state && { after: clock().getTime(), expected: state !== 'displayed' };
    const { ids, next } = await store.findLabels({ ...binding, ...(changes && { changes }) }, last, left);
    for (let start = 0; start < ids.length;) {
      const labels = await Promise.all(ids.slice(start, start + block).map((id) => store.label(id)));
      // Without those that were deleted meanwhile.
      const views = labels.flatMap((label) => (label ? [labelView(label, clock())] : []));
      const texts = views.filter(({ tag }) => !state || tag?.state === state).map((view) => JSON.stringify(view));
      yield* texts;
      [start, left, block] = [start + block, left - texts.length, nextBlock(texts)];
    }
    if (next === null) return { next: null };
    last = next;
    if (left === 0) break;
  }
  return { next: cursorOf(last!) };
}

async function* labelTexts(
  { store, clock }: LabelContext,
  after: string | null,
  limit: number,
): AsyncGenerator<string, Next> {
  let [last, left, block] = [after, limit, blockLabels];
  for (;;) {
    const wanted = Math.min(left, block);
    const found = await store.labels(last, wanted + 1);
    const labels = found.slice(0, wanted);
    const texts = labels.map((label) => JSON.stringify(labelView(label, clock())));
    yield* texts;
    [last, left, block] = [labels.at(-1)?.id ?? last, left - labels.length, nextBlock(texts)];
    if (found.length <= wanted) return { next: null };
    if (left === 0) return { next: cursorOf(last!) };
  }
}

/** How many labels to read next, if each has as many letters as the longest of these. */
const nextBlock = (texts: readonly string[]): number =>
  Math.min(blockLabels, Math.ceil(blockLetters / Math.max(1, ...texts.map(({ length }) => length))));

function get(dependencies: Dependencies): Handler {
  return async function getLabel(ctx) {
    const { context } = ctx.state;
    const label = await findLabel(context, ctx.params.id!);
    const undrawn = await undrawnArticles(context, label.id, dependencies.config.vendors);
    const { warnings, ...result } = resultView(dependencies, label);
    answer<LabelAnswer>(ctx, { ...result, warnings: [...warnings, ...undrawn] });
  };
}

function put(dependencies: Dependencies): Handler {
  return async function putLabel(ctx) {
    const { context, idempotency } = ctx.state;
    const { clear = false } = queryOf(ctx, checkBindQuery);
    const options = { idempotency, clear };
    sendBound(ctx, dependencies, await bindLabel(context, ctx.params.id!, bodyOf(ctx), clientOf(ctx), options));
  };
}

function sendBound(
  ctx: Context,
  dependencies: Dependencies,
  result: LabelResult,
  requestId = ctx.state.requestId,
): void {
  ctx.status = result.created ? 201 : 200;
  if (result.created) ctx.set('Location', `/api/esl/labels/${result.label.id}`);
  answer<LabelAnswer>(ctx, changeView(dependencies, result), requestId);
}

async function deleteLabel(ctx: Context): Promise<void> {
  const { store, events } = ctx.state.context;
  const id = ctx.params.id!;
  if (id === defaultLabel)
    throw fieldProblems([{ field: 'id', reason: 'default_label', message: 'The label "default" can not be deleted' }]);
  if (!(await store.remove(id))) throw noLabel(id);
  events.wake();
  ctx.status = 204;
}

async function listRevisions(ctx: Context): Promise<void> {
  const { store } = ctx.state.context;
  const { id, current } = await findLabel({ store }, ctx.params.id!);
  ctx.set('Cache-Control', 'no-store');
  await sendList(ctx, 'revisions', revisionTexts(store, id, current?.revision ?? 0));
}

async function* revisionTexts(
  store: LabelContext['store'],
  id: string,
  newest: number,
): AsyncGenerator<string, object> {
  for (let number = newest; number > Math.max(0, newest - keptRevisions); number--) {
    const revision = await store.revision(id, number);
    // Those of before the label was deleted, and those that gave way to newer ones meanwhile, are gone.
    if (revision) yield JSON.stringify(revisionView(id, revision));
  }
  return {};
}
