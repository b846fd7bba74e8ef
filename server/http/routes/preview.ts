import { layoutLimits } from '../../../renderer/index.js';
import { dayIn } from '../../fields/dates.js';
import { drawFields } from '../../fields/draw-label.js';
import { layoutId } from '../../fields/layout.js';
import { accepted } from '../../fields/problem.js';
import { draftOf } from '../../labels/draft.js';
import type { PreviewAnswer } from '../answers.js';
import type { Dependencies, Handler } from '../dependencies.js';
import { bodyOf, readBody } from '../middleware/read-body.js';
import { ref } from '../openapi/shapes.js';
import { bodyErrors, json, png, type Route } from '../route.js';
import { previewView } from '../views.js';
import { exampleUpdate } from './update.js';

/** `POST /api/esl/preview`: draws a label without storing it. */
export function previewRoutes(dependencies: Dependencies): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/api/esl/preview',
      operation: 'preview',
      tag: 'Images',
      summary: 'Draw a label without storing it',
      description:
        'A PNG, or with `Accept: application/json` the same JSON as for an update, with the image as a data URI. The header X-ESL-Warnings has the codes of the warnings.',
      body: { schema: 'Preview', example: { ...exampleUpdate, device: 'solum-m3-1.6-bwr', scale: 2 } },
      success: [{ ...png, headers: ['X-ESL-Warnings'] }, json(200, 'What the label would show.', ref('PreviewResult'))],
      errors: [[400, 'MISSING_FIELDS'], ...bodyErrors, [503, 'SERVER_ERROR']],
      steps: [readBody(layoutLimits.bytes), preview(dependencies)],
    },
  ];
}

function preview(dependencies: Dependencies): Handler {
  const { clock, devices, images, layouts, renderer } = dependencies;
  return async function drawPreview(ctx) {
    const body = bodyOf(ctx);
    const { layout: given } = body.object;
    const chosen = await layouts.choose(typeof given === 'object' ? given : layoutId(given));
    const now = clock();
    const tools = { devices, renderer, today: (timeZone: string) => dayIn(timeZone, now) };
    const { value: drawn, warnings } = accepted(drawFields(body, chosen, tools));
    const draft = draftOf(dependencies, drawn, accepted(chosen).value.version, warnings, now);
    const image = images.variant(draft, drawn.device, drawn.label.view, drawn.label.scale)!.png;
    ctx.set('X-ESL-Warnings', [...new Set(warnings.map(({ code }) => code))].join(', '));
    ctx.set('Cache-Control', 'no-store');
    ctx.vary('Accept');
    if (ctx.accepts('image/png', 'application/json') === 'application/json')
      ctx.body = { ...previewView(draft, image), request_id: ctx.state.requestId } satisfies PreviewAnswer;
    else {
      ctx.type = 'image/png';
      ctx.body = Buffer.from(image);
    }
  };
}
