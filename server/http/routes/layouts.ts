import { Readable } from 'node:stream';
import { layoutLimits, layoutSchema } from '../../../renderer/index.js';
import type { FieldProblem } from '../../fields/field-problem.js';
import { fieldProblems, Problem } from '../../fields/problem.js';
import { newLayoutIdPattern } from '../../fields/schemas.js';
import type { LabelContext } from '../../labels/context.js';
import type { ReadDocument } from '../../labels/drawing/job-kinds.js';
import { layoutText } from '../../labels/layouts.js';
import { Repeated } from '../../labels/labels.js';
import { layoutCapacity, type PutSummary, type RecordedAnswer, type StoredLayout } from '../../labels/store/index.js';
import { sendEncoded } from '../conditional.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { jsonFile } from '../page-files.js';
import { exampleLayout, schemaPath } from '../layout-example.js';
import { clientOf } from '../client.js';
import { checkId, possibleId } from '../middleware/check-id.js';
import { oneAtATime, onceOnly } from '../middleware/idempotency.js';
import { anyBodyOf, readBody } from '../middleware/read-body.js';
import { holdList } from '../budgets/answers.js';
import { layoutPageBytes } from '../budgets/limits.js';
import { ref } from '../openapi/shapes.js';
import { cursorOf, defaultPage, type Next, pageOf, pageParameters } from '../lists/pages.js';
import {
  bodyErrors,
  idempotencyErrors,
  idempotencyHeader,
  json,
  replayable,
  type Route,
  tagged,
  route,
} from '../route.js';
import { sendShared } from '../lists/send-list.js';

const path = '/api/esl/layouts/:id';
const megabytes = layoutCapacity.bytes / 1024 / 1024;
const tag = 'Panels and layouts';

/** Layouts in files, and layouts that the API has stored. */
export function layoutRoutes(dependencies: Dependencies): readonly Route[] {
  return [
    route('GET', '/api/esl/layouts', 'listLayouts', tag, {
      summary: 'List the layouts',
      description: `A page has at most ${layoutPageBytes / 1024 / 1024} MB of documents, unless its first alone is larger.`,
      parameters: pageParameters,
      success: [
        json(
          200,
          'A page of layouts: those in files, then your own, each in the order of their ids. `next` is the cursor of the next page, or null.',
          ref('LayoutPage'),
        ),
      ],
      errors: [[400, 'VALIDATION_ERROR']],
      steps: [listLayouts],
    }),
    route('GET', schemaPath, 'getLayoutSchema', tag, {
      scope: 'public',
      summary: 'See the JSON Schema of layout documents',
      description: 'An editor that finds it in the `$schema` of a document completes and checks the document.',
      success: tagged({
        status: 200,
        description: 'JSON Schema 2020-12.',
        type: 'application/schema+json',
        schema: { type: 'object' },
      }),
      steps: [schema()],
    }),
    route('GET', path, 'getLayout', tag, {
      summary: 'See a layout',
      success: [json(200, 'The layout.', ref('LayoutAndUse'))],
      errors: [[404, 'NOT_FOUND']],
      steps: [possibleId(), getLayout],
    }),
    ...ownLayoutRoutes(dependencies),
  ];
}

function ownLayoutRoutes(dependencies: Dependencies): readonly Route[] {
  return [
    route('PUT', path, 'putLayout', tag, {
      summary: 'Create or replace a layout of your own',
      description: [
        'Lists all problems of the document, with pointers. Labels that are bound to the layout show its new version from their next update or PUT. An equal document changes nothing.',
        `At most ${layoutLimits.bytes / 1024} KB per layout, ${layoutCapacity.count} layouts, and ${megabytes} MB in all. Shipped layouts and those in LAYOUTS_DIR can't be replaced.`,
      ].join(' '),
      idPattern: newLayoutIdPattern,
      parameters: [idempotencyHeader],
      body: { schema: 'Layout', example: exampleLayout },
      success: replayable(
        json(200, 'The layout as it now is.', ref('LayoutResult')),
        json(201, 'A new layout.', ref('LayoutResult')),
      ),
      errors: [...bodyErrors, ...idempotencyErrors],
      steps: [
        checkId(newLayoutIdPattern, 'lower-case letters', 'offer-2'),
        refuseFiles,
        oneAtATime(),
        readBody(layoutLimits.bytes),
        readDocument(dependencies),
        onceOnly(dependencies, sendAgain),
        putLayout,
      ],
    }),
    route('DELETE', path, 'deleteLayout', tag, {
      summary: 'Delete a layout of your own',
      description: 'Refused while a label is bound to it, as the next update of that label would fail.',
      success: [{ status: 204, description: 'The layout is deleted. Its versions are never reused.' }],
      errors: [
        [400, 'VALIDATION_ERROR'],
        [404, 'NOT_FOUND'],
      ],
      steps: [possibleId(), refuseFiles, deleteLayout],
    }),
  ];
}

async function listLayouts(ctx: Context): Promise<void> {
  const { layouts } = ctx.state.context;
  const { limit = defaultPage, after } = pageOf(ctx);
  const { ids, more } = await layouts.page(after, { count: limit, bytes: layoutPageBytes });
  ctx.set('Cache-Control', 'no-cache');
  await sendShared(ctx, 'layouts', bytesOf(layouts, ids, more));
}

async function* bytesOf(
  layouts: LabelContext['layouts'],
  ids: readonly string[],
  more: boolean,
): AsyncGenerator<Buffer, Next> {
  for (const id of ids) {
    const bytes = await layouts.bytes(id);
    // Null: it was deleted in the meantime.
    if (bytes !== null) yield bytes;
  }
  return { next: more ? cursorOf(ids.at(-1)!) : null };
}

function schema(): Handler {
  const file = jsonFile({ ...layoutSchema, $id: schemaPath }, 'application/schema+json');
  return function sendLayoutSchema(ctx) {
    sendEncoded(ctx, file, 'public, max-age=300');
  };
}

async function getLayout(ctx: Context): Promise<void> {
  const { layouts, store } = ctx.state.context;
  const id = ctx.params.id!;
  // It may be as large as a page of a list.
  await holdList(ctx);
  const [bytes, uses] = await Promise.all([layouts.bytes(id), store.layoutUses(id)]);
  if (bytes === null) throw new Problem('NOT_FOUND', 'There is no such layout');
  ctx.set('Cache-Control', 'no-cache');
  ctx.type = 'application/json';
  const end = `,"used_by":${uses},${requestIdText(ctx.state.requestId)}}`;
  ctx.body = Readable.from([bodyStart, bytes, end]);
  ctx.length = bodyStart.length + bytes.length + end.length;
}

const refuseFiles: Handler = async function refuseFiles(ctx, next) {
  const id = ctx.params.id!;
  if (ctx.state.context.layouts.files.has(id)) {
    const message = `Expected an id of your own but received "${id}", which is shipped or a file in LAYOUTS_DIR`;
    throw fieldProblems([{ field: 'id', reason: 'read_only_layout', message, received: id }]);
  }
  await next();
};

/** Replaces the body by its document, in JSON without blanks. */
function readDocument({ drawingPool }: Dependencies): Handler {
  return async function readDocument(ctx, next) {
    const body = anyBodyOf(ctx);
    ctx.request.body =
      'json' in body
        ? await drawingPool.run('document', body, clientOf(ctx))
        : { document: JSON.stringify(body.object), problems: body.problems };
    await next();
  };
}

function documentOf(ctx: Context): ReadDocument {
  return ctx.request.body as ReadDocument;
}

async function putLayout(ctx: Context): Promise<void> {
  const { store, clock, drawingPool } = ctx.state.context;
  const id = ctx.params.id!;
  const { document, problems } = documentOf(ctx);
  const wrong = await drawingPool.run('layout', { id, document }, clientOf(ctx));
  if (problems.length + wrong.length > 0) throw fieldProblems([...problems, ...wrong]);
  const layout = { id, document, updated_at: clock().toISOString() };
  const { idempotency = null } = ctx.state;
  const stored = await store.putLayout(layout, idempotency && { ...idempotency, note: null });
  if (stored.kind === 'repeated') throw new Repeated((await store.recorded(idempotency!.key, idempotency!.at))!);
  if (stored.kind === 'full') throw fieldProblems([tooManyLayouts]);
  sendPut(ctx, stored.kind, stored.layout);
}

function sendPut(ctx: Context, kind: PutSummary['kind'], layout: StoredLayout, requestId = ctx.state.requestId): void {
  ctx.status = kind === 'created' ? 201 : 200;
  if (kind === 'created') ctx.set('Location', `/api/esl/layouts/${layout.id}`);
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'application/json';
  ctx.body = `${bodyStart}${layoutText(layout)},${requestIdText(requestId)}}`;
}

/** Answers a repeated request, whose document is the same. */
function sendAgain(ctx: Context, { layout, requestId }: RecordedAnswer): void {
  const { kind, version, updated_at } = layout!;
  const { document } = documentOf(ctx);
  sendPut(ctx, kind, { id: ctx.params.id!, version, updated_at, document }, requestId);
}

const tooManyLayouts: FieldProblem = {
  field: '',
  reason: 'too_many_layouts',
  message: `Expected at most ${layoutCapacity.count} layouts of your own, with ${megabytes} MB in all: DELETE one first`,
};

async function deleteLayout(ctx: Context): Promise<void> {
  const id = ctx.params.id!;
  const removal = await ctx.state.context.store.removeLayout(id);
  if (removal.kind === 'absent') throw new Problem('NOT_FOUND', `There is no layout "${id}"`);
  if (removal.kind === 'bound') {
    const { count, first } = removal;
    const labels = count === 1 ? `the label "${first}" is` : `${count} labels, such as "${first}", are`;
    const message = `Expected a layout that no label is bound to, but ${labels} bound to "${id}": PUT another binding first`;
    throw fieldProblems([{ field: 'id', reason: 'layout_in_use', message }]);
  }
  ctx.status = 204;
}

const bodyStart = '{"success":true,"layout":';

function requestIdText(requestId: string): string {
  return `"request_id":${JSON.stringify(requestId)}`;
}
