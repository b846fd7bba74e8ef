import { limits, waveformOf } from '../../../renderer/index.js';
import { refreshQuerySchema } from '../../fields/schemas.js';
import { checkRefreshQuery } from '../../fields/validate.js';
import { lastRefresh } from '../../labels/drawing/displayed.js';
import { clientOf } from '../client.js';
import { sendTagged } from '../conditional.js';
import type { Dependencies, Handler } from '../dependencies.js';
import { possibleId } from '../middleware/check-id.js';
import { queryOf } from '../query.js';
import { bytesSchema, parametersOf, readErrors, type Route, type Success, tagged, route } from '../route.js';
import { gone } from './images.js';

const animation: Success = {
  status: 200,
  description: 'An animated PNG that plays once, with one palette colour per ink.',
  type: 'image/png',
  schema: bytesSchema,
};

export function refreshRoutes(dependencies: Dependencies): readonly Route[] {
  return [
    route('GET', '/api/esl/labels/:id/refresh.png', 'getRefresh', 'Images', {
      summary: 'See how the panel of a label flashes',
      description: [
        "The last refresh that began, at the panel's speed, independent of REFRESH_SPEED: the former picture for half a second, the phases of the refresh, and the new picture. Software without animations shows the new picture.",
        'X-ESL-Waveform, and the comment in the PNG, say whether the waveform was decoded from a driver or is a placeholder.',
        `At most ${limits.animation.frames} frames, and ${limits.animation.pixels} pixels in all: the shortest phases are dropped.`,
      ].join(' '),
      parameters: parametersOf(refreshQuerySchema.properties),
      success: tagged({ ...animation, headers: ['X-ESL-Waveform'] }),
      errors: readErrors,
      steps: [possibleId(), film(dependencies)],
    }),
  ];
}

function film(dependencies: Dependencies): Handler {
  return async function sendRefresh(ctx) {
    const { view = 'ink' } = queryOf(ctx, checkRefreshQuery);
    const shown = await lastRefresh(ctx.state.context, ctx.params.id!);
    const device = dependencies.devices.get(shown.device) ?? null;
    const made = await dependencies.images.refresh(shown, device, view, clientOf(ctx));
    if (!made || !device) throw gone(shown.device);
    ctx.set('Cache-Control', 'no-cache');
    ctx.set('X-ESL-Waveform', waveformOf(device, shown.refresh.kind).basis);
    const { png, etag } = made;
    sendTagged(ctx, 'image/png', etag, Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  };
}
