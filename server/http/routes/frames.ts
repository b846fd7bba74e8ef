import { createHash } from 'node:crypto';
import type { Device } from '../../../devices/index.js';
import { layoutLimits } from '../../../renderer/index.js';
import { accepted, Problem } from '../../fields/problem.js';
import { decodeQuerySchema, type FrameQuery, frameQuerySchema } from '../../fields/schemas.js';
import { checkDecodeQuery, checkFrameQuery } from '../../fields/validate.js';
import { findLabel } from '../../labels/labels.js';
import type { EncodeJob, SentFrame } from '../../labels/drawing/frame-jobs.js';
import { boundPixels } from '../../labels/drawing/pixels.js';
import { frameBytes } from '../budgets/limits.js';
import { clientOf } from '../client.js';
import { sendTagged } from '../conditional.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { possibleId } from '../middleware/check-id.js';
import { bytesOf, readBytes } from '../middleware/read-body.js';
import { queryOf } from '../query.js';
import {
  bodyErrors,
  bytesSchema,
  parametersOf,
  png,
  readErrors,
  type Route,
  type Success,
  tagged,
  route,
} from '../route.js';
import { deviceOf } from './about.js';
import { drawn } from './preview.js';
import { exampleUpdate } from './update.js';

const octets: Success = {
  status: 200,
  description: 'The planes in order, in the framing of the wire if it has one. X-ESL-Frame describes them.',
  type: 'application/octet-stream',
  schema: bytesSchema,
  headers: ['X-ESL-Frame'],
};

/** The bytes for panels. */
export function frameRoutes(dependencies: Dependencies): readonly Route[] {
  return [
    route('GET', '/api/esl/labels/:id/frame.bin', 'getFrame', 'Frames', {
      summary: 'Get the bytes for the panel of a label',
      description:
        'The content of the label, in one of the encodings of its panel. Before the first update: the blank paper.',
      parameters: parametersOf(frameQuerySchema.properties),
      success: tagged(octets),
      errors: readErrors,
      steps: [possibleId(), frameOfLabel(dependencies)],
    }),
    route('POST', '/api/esl/devices/:id/encode', 'encodeFrame', 'Frames', {
      scope: 'read',
      summary: 'Turn an image, or a label, into the bytes for a panel',
      description:
        "A PNG with the panel's size and colours, or the fields of a preview, drawn for the panel. Nothing is stored.",
      parameters: parametersOf(frameQuerySchema.properties),
      body: { schema: 'Preview', example: exampleUpdate },
      bytes: 'image/png',
      success: [{ ...octets, headers: ['X-ESL-Frame', 'X-ESL-Warnings'] }],
      errors: [[400, 'MISSING_FIELDS'], [404, 'NOT_FOUND'], ...bodyErrors],
      steps: [possibleId(), readBytes('image/png', frameBytes, layoutLimits.bytes), encode(dependencies)],
    }),
    route('POST', '/api/esl/devices/:id/decode', 'decodeFrame', 'Frames', {
      scope: 'read',
      summary: 'See what a panel would show for bytes of your own',
      description:
        'All planes in order, as `encode` returns them. Invisible bytes may have any value. A wrong length, and codes without an ink, are refused with their place.',
      parameters: parametersOf(decodeQuerySchema.properties),
      bytes: 'application/octet-stream',
      success: [png],
      errors: [[404, 'NOT_FOUND'], ...bodyErrors],
      steps: [possibleId(), readBytes('application/octet-stream', frameBytes), decode(dependencies)],
    }),
  ];
}

function frameOfLabel(dependencies: Dependencies): Handler {
  return async function sendFrame(ctx) {
    const { binding, current } = await findLabel(ctx.state.context, ctx.params.id!);
    const device = dependencies.devices.get(binding.device);
    const { width, height, inks } = current?.image ?? { ...device, inks: device?.inks.length };
    if (!device || device.width !== width || device.height !== height || device.inks.length !== inks)
      throw new Problem('NOT_FOUND', `The panel profile "${binding.device}" is no longer loaded, or has changed`);
    const query = queryOf(ctx, checkFrameQuery);
    const { png: image } = current ?? dependencies.images.blank(device);
    const { bytes, description } = await encoded(ctx, dependencies, device, query, { png: image, own: true });
    ctx.set({ 'Cache-Control': 'no-cache', 'X-ESL-Frame': description });
    // Equal bytes may have another encoding or plane, which the description contains.
    const tag = createHash('sha256').update(description).update(bytes).digest('hex').slice(0, 32);
    sendTagged(ctx, 'application/octet-stream', `"${tag}"`, Buffer.from(bytes));
  };
}

function encode(dependencies: Dependencies): Handler {
  return async function sendEncoded(ctx) {
    const device = deviceOf(ctx, dependencies.devices);
    const query = queryOf(ctx, checkFrameQuery);
    const given = bytesOf(ctx);
    ctx.set('X-ESL-Warnings', '');
    const image = given ?? (await drawn(ctx, dependencies, device.id)).draft.png;
    const { bytes, description } = await encoded(ctx, dependencies, device, query, { png: image, own: given === null });
    ctx.set({ 'Cache-Control': 'no-store', 'X-ESL-Frame': description });
    ctx.type = 'application/octet-stream';
    ctx.body = Buffer.from(bytes);
  };
}

function decode(dependencies: Dependencies): Handler {
  return async function sendDecoded(ctx) {
    const device = deviceOf(ctx, dependencies.devices);
    const { encoding, view = 'ink', scale = 1, turn = 0 } = queryOf(ctx, checkDecodeQuery);
    boundPixels(device, scale, view);
    const job = { bytes: bytesOf(ctx)!, device: device.id, encoding, view, scale, turn };
    const { value } = accepted(await dependencies.drawingPool.run('decode', job, clientOf(ctx)));
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'image/png';
    ctx.body = Buffer.from(value);
  };
}

/** The frame of an image in the encoding of the query. */
async function encoded(
  ctx: Context,
  { drawingPool }: Dependencies,
  device: Device,
  { encoding, plane, turn = 0 }: FrameQuery,
  image: Pick<EncodeJob, 'png' | 'own'>,
): Promise<SentFrame> {
  const job = { ...image, device: device.id, encoding, plane, turn };
  return accepted(await drawingPool.run('encode', job, clientOf(ctx))).value;
}
