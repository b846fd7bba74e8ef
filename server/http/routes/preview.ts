import { layoutLimits } from '../../../renderer/index.js';
import { layoutId } from '../../fields/layout.js';
import { accepted } from '../../fields/problem.js';
import type { Preview } from '../../labels/drawing/job-kinds.js';
import type { PreviewAnswer } from '../answers.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { clientOf } from '../client.js';
import { anyBodyOf, readBody } from '../middleware/read-body.js';
import { ref } from '../openapi/shapes.js';
import { bodyErrors, json, png, type Route, route } from '../route.js';
import { answer, previewView } from '../views.js';
import { exampleUpdate } from './update.js';

export function previewRoutes(dependencies: Dependencies): readonly Route[] {
  return [
    route('POST', '/api/esl/preview', 'preview', 'Images', {
      scope: 'read',
      summary: 'Draw a label without storing it',
      description:
        'A PNG, or with `Accept: application/json` the same JSON as for an update, with the image as a data URI and, if `boxes` is true, the boxes of the label with their places in the layout. The header X-ESL-Warnings has the codes of the warnings.',
      body: { schema: 'Preview', example: { ...exampleUpdate, device: 'solum-m3-1.6-bwr', scale: 2 } },
      success: [{ ...png, headers: ['X-ESL-Warnings'] }, json(200, 'What the label would show.', ref('PreviewResult'))],
      errors: [[400, 'MISSING_FIELDS'], ...bodyErrors],
      steps: [readBody(layoutLimits.bytes), preview(dependencies)],
    }),
  ];
}

function preview(dependencies: Dependencies): Handler {
  return async function drawPreview(ctx) {
    const preview = await drawn(ctx, dependencies);
    ctx.vary('Accept');
    if (ctx.accepts('image/png', 'application/json') === 'application/json')
      answer<PreviewAnswer>(ctx, previewView(preview));
    else {
      const { png } = preview;
      ctx.set('Cache-Control', 'no-store');
      ctx.type = 'image/png';
      ctx.body = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
    }
  };
}

/**
 * Draws the fields in the body, and sets X-ESL-Warnings.
 * @param device the only panel that they may name
 * @throws {Problem} with all problems of the fields
 */
export async function drawn(
  ctx: Context,
  { clock, drawingPool }: Pick<Dependencies, 'clock' | 'drawingPool'>,
  device?: string,
): Promise<Preview> {
  const { layouts } = ctx.state.context;
  const body = anyBodyOf(ctx);
  // Megabytes that are not needed while the job waits.
  ctx.request.body = undefined;
  const draw = async (id: string | null | undefined) => {
    const layout = id === undefined ? null : await layouts.choose(id);
    return drawingPool.run('preview', { body, layout, device, now: clock().getTime() }, clientOf(ctx));
  };
  const first = await draw('json' in body || isDocument(body.object.layout) ? undefined : layoutId(body.object.layout));
  const { value, warnings } = accepted(first.layoutId === undefined ? first : await draw(first.layoutId));
  ctx.set('X-ESL-Warnings', [...new Set(warnings.map(({ code }) => code))].join(', '));
  return value;
}

function isDocument(layout: unknown): boolean {
  return typeof layout === 'object' && layout !== null;
}
