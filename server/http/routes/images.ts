import { Problem } from '../../fields/problem.js';
import { type ImageQuery, imageQuerySchema, labelImageQuerySchema } from '../../fields/schemas.js';
import { checkImageQuery, checkLabelImageQuery } from '../../fields/validate.js';
import type { LabelContext } from '../../labels/context.js';
import { type Displayed, displayedOf } from '../../labels/drawing/displayed.js';
import type { Variant } from '../../labels/drawing/images.js';
import type { ImageOptions, DisplayedImage } from '../../labels/drawing/label-image.js';
import { findLabel } from '../../labels/labels.js';
import { imagePoints } from '../budgets/costs.js';
import { boundPixels } from '../../labels/drawing/pixels.js';
import { sendTagged } from '../conditional.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { clientOf } from '../client.js';
import { spend } from '../middleware/limit.js';
import { possibleId } from '../middleware/check-id.js';
import { queryOf } from '../query.js';
import { parametersOf, png, readErrors, type Route, tagged, route } from '../route.js';

export function imageRoutes(dependencies: Dependencies): readonly Route[] {
  return [
    route('GET', '/api/esl/labels/:id/image.png', 'getImage', 'Images', {
      summary: 'See what a label shows now',
      description:
        'The image of the last accepted content or, with `at=now`, the image that the panel displays: the former one during a refresh, and with its ghost after X-ESL-Simulate: ghosting. Before the first update: the blank paper of the panel. The strong ETag is a hash of the pixels and the metadata.',
      parameters: parametersOf(labelImageQuerySchema.properties),
      success: tagged(png),
      errors: readErrors,
      steps: [possibleId(), current(dependencies)],
    }),
    route('GET', '/api/esl/labels/:id/revisions/:revision/image.png', 'getRevisionImage', 'Images', {
      summary: 'See what a label showed at a revision',
      description: 'It never changes, so it may be cached for ever.',
      parameters: parametersOf(imageQuerySchema.properties),
      success: tagged(png),
      errors: readErrors,
      steps: [possibleId(), past(dependencies)],
    }),
  ];
}

function current(dependencies: Dependencies): Handler {
  return async function sendImage(ctx) {
    const { at, ...query } = queryOf(ctx, checkLabelImageQuery);
    const find = at === 'now' ? displayedOf : acceptedImage;
    const { image, device } = await find(ctx.state.context, ctx.params.id!);
    if (!image) throw gone(device);
    ctx.set('Cache-Control', 'no-cache');
    await send(ctx, dependencies, image, device, query);
  };
}

function past(dependencies: Dependencies): Handler {
  return async function sendRevisionImage(ctx) {
    const { id, revision: number } = ctx.params as { id: string; revision: string };
    const revision = /^[1-9][0-9]{0,14}$/.test(number)
      ? await ctx.state.context.store.revision(id, Number(number))
      : null;
    if (!revision) throw new Problem('NOT_FOUND', `Revision ${number.slice(0, 16)} of "${id}" is not kept`);
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    await send(ctx, dependencies, revision, revision.binding.device, queryOf(ctx, checkImageQuery));
  };
}

/** The image of the last accepted content. Null: there is no content, and no profile for the blank paper. */
async function acceptedImage(context: LabelContext, id: string): Promise<Displayed> {
  const { binding, current } = await findLabel(context, id);
  const device = context.devices.get(binding.device);
  return { device: binding.device, image: current ?? (device ? context.images.blank(device) : null) };
}

async function send(
  ctx: Context,
  dependencies: Dependencies,
  image: DisplayedImage,
  deviceId: string,
  { view = 'ink', scale = 1, metadata = true }: ImageQuery,
): Promise<void> {
  const isStored = view === 'ink' && scale === 1 && !image.ghost;
  const { png: bytes, etag } = isStored
    ? dependencies.images.stored(image, metadata)
    : await made(ctx, dependencies, image, deviceId, { view, scale, metadata });
  sendTagged(ctx, 'image/png', etag, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** The image in another view or size. Counts it against the budget unless it is cached. */
async function made(
  ctx: Context,
  dependencies: Dependencies,
  image: DisplayedImage,
  deviceId: string,
  query: ImageOptions,
): Promise<Variant> {
  const { images, devices } = dependencies;
  const device = devices.get(deviceId) ?? null;
  boundPixels(image.image, query.scale, query.view);
  if (!images.known(image, device, query)) await spend(ctx, 'view', imagePoints(query), dependencies);
  const variant = await images.variant(image, device, query, clientOf(ctx));
  if (!variant) throw gone(deviceId);
  return variant;
}

export function gone(device: string): Problem {
  const detail = `The panel profile "${device}" is no longer loaded, or has changed: only the stored image (view=ink, scale=1) is left`;
  return new Problem('NOT_FOUND', detail);
}
