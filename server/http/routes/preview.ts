import { type Update, type View, checkLayout, defaultBinding, layoutLimits } from '../../../renderer/index.js';
import { bindingOf, centsProblem, together } from '../../fields/binding.js';
import { dayProblem } from '../../fields/dates.js';
import type { Dependencies, Handler } from '../dependencies.js';
import type { Body, JsonObject } from '../../fields/json.js';
import { bindingProblems, draft } from '../../labels/labels.js';
import { layoutProblems } from '../../fields/layout.js';
import type { KnownLayout } from '../../labels/layouts.js';
import { limit } from '../middleware/limit.js';
import { bodyOf, readBody } from '../middleware/read-body.js';
import type { FieldProblem } from '../../fields/field-problem.js';
import { fieldProblems } from '../../fields/problem.js';
import { type Route, bodyErrors, json, png, ref } from '../route.js';
import { checkPreview } from '../../fields/validate.js';
import type { PreviewAnswer } from '../answers.js';
import { previewView } from '../views.js';
import { exampleUpdate } from './update.js';

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
      steps: [limit(dependencies.limiters.preview, dependencies), readBody(layoutLimits.bytes), preview(dependencies)],
    },
  ];
}

function preview(dependencies: Dependencies): Handler {
  return async function drawPreview(ctx) {
    const { update, binding, layout, date, view, scale, warnings } = await parsePreview(bodyOf(ctx), dependencies);
    const drawn = draft(dependencies, update, binding, layout, { warnings, ...(date && { date }) });
    const device = dependencies.devices.get(binding.device)!;
    const image = dependencies.images.variant(drawn, device, view, scale)!.png;
    ctx.set('X-ESL-Warnings', [...new Set(drawn.warnings.map(({ code }) => code))].join(', '));
    ctx.set('Cache-Control', 'no-store');
    ctx.vary('Accept');
    if (ctx.accepts('image/png', 'application/json') === 'application/json')
      ctx.body = { ...previewView(drawn, image), request_id: ctx.state.requestId } satisfies PreviewAnswer;
    else {
      ctx.type = 'image/png';
      ctx.body = Buffer.from(image);
    }
  };
}

async function parsePreview(body: Body, dependencies: Dependencies) {
  const { fields, problems, warnings } = checkPreview(body.object, body.problems);
  const { layout, problems: wrong } = await layoutIn(fields, dependencies);
  const binding = bindingOf(typeof fields.layout === 'object' ? { ...fields, layout: inlineId } : fields);
  const further: FieldProblem[] = [
    ...wrong,
    ...(await bindingProblems(binding, layout, dependencies)).filter(
      ({ field }) => field !== 'layout' || wrong.length === 0,
    ),
    ...(typeof fields.price === 'string' ? centsProblem(fields.price, binding.currency, 'price') : []),
    ...(typeof fields.date === 'string' ? dayProblem(fields.date) : []),
  ];
  const all = together(problems, further);
  if (all.length > 0 || !layout) throw fieldProblems(all);
  const { price, product_name, unit, date, view, scale } = fields as unknown as Update & PreviewOptions;
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

/** The layout that a preview names or brings along, or what is wrong with the one that it brings. */
async function layoutIn(
  { layout: given = defaultBinding.layout }: JsonObject,
  { layouts }: Dependencies,
): Promise<{ readonly layout: KnownLayout | null; readonly problems: readonly FieldProblem[] }> {
  if (typeof given === 'string') return { layout: await layouts.find(given), problems: [] };
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { layout: null, problems: [] };
  const checked = checkLayout(given, inlineId);
  if ('layout' in checked) return { layout: { layout: checked.layout, version: 0 }, problems: [] };
  return { layout: null, problems: layoutProblems(checked.problems, '/layout') };
}

interface PreviewOptions {
  readonly date?: string;
  readonly view?: View;
  readonly scale?: number;
}
