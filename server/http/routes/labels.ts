import { fieldProblems, Problem } from '../../fields/problem.js';
import { idPattern, isId, pageQuerySchema } from '../../fields/schemas.js';
import { cut } from '../../fields/text.js';
import { checkPageQuery } from '../../fields/validate.js';
import { bindLabel, defaultLabel, findLabel } from '../../labels/labels.js';
import type { LabelAnswer, LabelsAnswer, RevisionsAnswer } from '../answers.js';
import type { Dependencies, Handler } from '../dependencies.js';
import { checkId, possibleId } from '../middleware/check-id.js';
import { bodyOf, readBody } from '../middleware/read-body.js';
import { ref } from '../openapi/shapes.js';
import { queryOf } from '../query.js';
import { bodyErrors, json, type Route } from '../route.js';
import { labelView, resultView, revisionView } from '../views.js';

const bodyLimit = 16 * 1024;
const exampleBinding = { device: 'solum-m3-4.3-bwr', sku: '4006381333931', locale: 'de-DE', currency: 'EUR' };

/** The labels and their bindings. */
export function labelRoutes(dependencies: Dependencies): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/esl/labels',
      operation: 'listLabels',
      tag: 'Labels',
      summary: 'List the labels, in the order of their ids',
      parameters: Object.entries(pageQuerySchema.properties).map(([name, { description, ...schema }]) => {
        return { name, in: 'query', description, schema };
      }),
      success: [json(200, 'A page of labels. `next` is the cursor of the next page, or null.', ref('LabelPage'))],
      errors: [[400, 'VALIDATION_ERROR']],
      steps: [list(dependencies)],
    },
    {
      method: 'GET',
      path: '/api/esl/labels/:id',
      operation: 'getLabel',
      tag: 'Labels',
      summary: 'See a label',
      success: [json(200, 'The label as it now is.', ref('Result'))],
      errors: [[404, 'NOT_FOUND']],
      steps: [possibleId(), get(dependencies)],
    },
    {
      method: 'PUT',
      path: '/api/esl/labels/:id',
      operation: 'bindLabel',
      tag: 'Labels',
      summary: 'Create a label, or change its binding',
      description:
        'Absent fields take their defaults. A label with content is drawn again with its own date, as a new revision. The same binding as before changes nothing, unless its layout was replaced.',
      body: { schema: 'Binding', example: exampleBinding },
      success: [json(200, 'The label as it now is.', ref('Result')), json(201, 'A new label.', ref('Result'))],
      errors: [[400, 'MISSING_FIELDS'], ...bodyErrors, [503, 'SERVER_ERROR']],
      steps: [checkId(idPattern, 'letters', 'shelf-12'), readBody(bodyLimit), put(dependencies)],
    },
    {
      method: 'DELETE',
      path: '/api/esl/labels/:id',
      operation: 'deleteLabel',
      tag: 'Labels',
      summary: 'Delete a label',
      description: 'Its revisions are deleted, too. The label `default` can not be deleted.',
      success: [{ status: 204, description: 'The label is gone.' }],
      errors: [
        [400, 'VALIDATION_ERROR'],
        [404, 'NOT_FOUND'],
        [503, 'SERVER_ERROR'],
      ],
      steps: [possibleId(), remove(dependencies)],
    },
    ...revisionRoutes(dependencies),
  ];
}

function revisionRoutes(dependencies: Dependencies): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/esl/labels/:id/revisions',
      operation: 'listRevisions',
      tag: 'Labels',
      summary: 'See the last 50 contents of a label, newest first',
      success: [json(200, 'The revisions that are kept.', ref('Revisions'))],
      errors: [[404, 'NOT_FOUND']],
      steps: [possibleId(), revisions(dependencies)],
    },
  ];
}

function list({ store }: Dependencies): Handler {
  return async function listLabels(ctx) {
    const { limit = 50, cursor } = queryOf(ctx, checkPageQuery);
    const after = cursor === undefined ? null : readCursor(cursor);
    const found = await store.labels(after, limit + 1);
    const page = found.slice(0, limit);
    const next = found.length > limit ? Buffer.from(page.at(-1)!.id).toString('base64url') : null;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = {
      success: true,
      labels: page.map(labelView),
      next,
      request_id: ctx.state.requestId,
    } satisfies LabelsAnswer;
  };
}

function get(dependencies: Dependencies): Handler {
  return async function getLabel(ctx) {
    const label = await findLabel(dependencies, ctx.params.id!);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { ...resultView(dependencies, label), request_id: ctx.state.requestId } satisfies LabelAnswer;
  };
}

function put(dependencies: Dependencies): Handler {
  return async function putLabel(ctx) {
    const id = ctx.params.id!;
    const { label, created, warnings } = await bindLabel(dependencies, id, bodyOf(ctx));
    ctx.status = created ? 201 : 200;
    if (created) ctx.set('Location', `/api/esl/labels/${id}`);
    ctx.set('Cache-Control', 'no-store');
    const result = resultView(dependencies, label, [...warnings, ...(label.current?.warnings ?? [])]);
    ctx.body = { ...result, request_id: ctx.state.requestId } satisfies LabelAnswer;
  };
}

function remove({ store, hub }: Dependencies): Handler {
  return async function deleteLabel(ctx) {
    const id = ctx.params.id!;
    if (id === defaultLabel)
      throw fieldProblems([
        { field: 'id', reason: 'default_label', message: 'The label "default" can not be deleted' },
      ]);
    if (!(await store.remove(id))) throw new Problem('NOT_FOUND', `There is no label "${id}"`);
    hub.removed(id);
    ctx.status = 204;
  };
}

function revisions(dependencies: Dependencies): Handler {
  return async function listRevisions(ctx) {
    const { id } = await findLabel(dependencies, ctx.params.id!);
    const kept = await dependencies.store.revisions(id);
    ctx.set('Cache-Control', 'no-store');
    const views = kept.map((revision) => revisionView(id, revision));
    ctx.body = { success: true, revisions: views, request_id: ctx.state.requestId } satisfies RevisionsAnswer;
  };
}

function readCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString();
  if (isId(id)) return id;
  const message = 'Expected `next` of another page for cursor';
  throw fieldProblems([{ field: 'cursor', reason: 'format', message, received: cut(cursor) }]);
}
