import type { Layout, Update, View } from '../../renderer/index.js';
import { checkLayout } from '../../renderer/index.js';
import { bindingOf, centsProblem, unknownNames } from '../binding.js';
import { isDay } from '../dates.js';
import type { Dependencies, Handler } from '../dependencies.js';
import type { Body } from '../json.js';
import { draft } from '../labels.js';
import { limit } from '../middleware/limit.js';
import { bodyOf, readBody } from '../middleware/read-body.js';
import { type FieldProblem, fieldProblems } from '../problem.js';
import { type Route, bodyErrors, json, png, ref } from '../route.js';
import { checkPreview } from '../validate.js';
import { previewView } from '../views.js';
import { exampleUpdate } from './update.js';

/** A whole layout document may come. */
const bodyLimit = 256 * 1024;
/** The id of a layout that came with the request. */
const inlineId = 'inline';

/** `POST /api/esl/preview`: draws, and changes nothing. */
export function previewRoutes(dependencies: Dependencies): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/api/esl/preview',
      operation: 'preview',
      tag: 'Images',
      summary: 'Draw a label and change nothing',
      description:
        'A PNG, or with `Accept: application/json` the JSON of an update with the image as a data URI. The header X-ESL-Warnings has the codes of the warnings.',
      body: { schema: 'Preview', example: { ...exampleUpdate, device: 'solum-m3-1.6-bwr', scale: 2 } },
      success: [png, json(200, 'What the label would show.', ref('PreviewResult'))],
      errors: [[400, 'MISSING_FIELDS'], ...bodyErrors, [429, 'RATE_LIMIT_EXCEEDED'], [503, 'SERVER_ERROR']],
      budget: 'preview',
      steps: [limit(dependencies.limiters.preview, dependencies), readBody(bodyLimit), preview(dependencies)],
    },
  ];
}

function preview(dependencies: Dependencies): Handler {
  return function drawPreview(ctx) {
    const { update, binding, layout, date, view, scale, warnings } = parsePreview(bodyOf(ctx), dependencies);
    const drawn = draft(dependencies, update, binding, { warnings, ...(date && { date }), ...(layout && { layout }) });
    const device = dependencies.devices.get(binding.device)!;
    const image = dependencies.images.variant(drawn, device, view, scale)!.png;
    ctx.set('X-ESL-Warnings', [...new Set(drawn.warnings.map(({ code }) => code))].join(', '));
    ctx.set('Cache-Control', 'no-store');
    ctx.vary('Accept');
    if (ctx.accepts('image/png', 'application/json') === 'application/json')
      ctx.body = { ...previewView(drawn, image), request_id: ctx.state.requestId };
    else {
      ctx.type = 'image/png';
      ctx.body = Buffer.from(image);
    }
  };
}

function parsePreview(body: Body, dependencies: Dependencies) {
  const { fields, problems, warnings } = checkPreview(body.object, body.problems);
  const inline = typeof fields.layout === 'object' ? fields.layout : undefined;
  const checked = inline && checkLayout(inline, inlineId);
  const layouts: ReadonlyMap<string, unknown> =
    inline === undefined ? dependencies.layouts : new Map([[inlineId, inline]]);
  const binding = bindingOf(inline === undefined ? fields : { ...fields, layout: inlineId });
  const wrong = new Set(problems.map(({ field }) => field));
  const further: FieldProblem[] = [
    ...unknownNames(binding, { devices: dependencies.devices, layouts }),
    ...(typeof fields.price === 'string' ? centsProblem(fields.price, binding.currency, 'price') : []),
    ...(typeof fields.date === 'string' ? dayProblem(fields.date) : []),
    ...(checked && 'problems' in checked ? checked.problems.map(layoutProblem) : []),
  ];
  const all = [...problems, ...further.filter(({ field }) => !wrong.has(field))];
  if (all.length > 0) throw fieldProblems(all);
  const { price, product_name, unit, date, view, scale } = fields as unknown as Update & PreviewOptions;
  const layout: Layout | undefined = checked && 'layout' in checked ? checked.layout : undefined;
  return {
    update: { price, product_name, unit },
    binding,
    layout,
    date,
    view: view ?? 'ink',
    scale: scale ?? 1,
    warnings,
  };
}

interface PreviewOptions {
  readonly date?: string;
  readonly view?: View;
  readonly scale?: number;
}

function dayProblem(date: string): FieldProblem[] {
  if (isDay(date)) return [];
  const message = `Expected a day of the calendar for date but received "${date}"`;
  return [{ field: 'date', pointer: '#/date', reason: 'format', message, received: date, example: '2026-11-20' }];
}

function layoutProblem({ pointer, message }: { pointer: string; message: string }): FieldProblem {
  return { field: 'layout', pointer: `#/layout${pointer.replace(/^#/, '')}`, reason: 'invalid_layout', message };
}
