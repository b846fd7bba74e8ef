import { accepted } from '../../fields/problem.js';
import { type PlayedRefresh, playLimits } from '../../labels/drawing/play-job.js';
import type { PlayAnswer } from '../answers.js';
import { clientOf } from '../client.js';
import type { Dependencies, Handler } from '../dependencies.js';
import { possibleId } from '../middleware/check-id.js';
import { bytesOf, readBytes } from '../middleware/read-body.js';
import { ref } from '../openapi/shapes.js';
import { bodyErrors, json, type Route, route } from '../route.js';
import { answer } from '../views.js';
import { deviceOf } from './about.js';

const type = 'application/x-ndjson';

export function playRoutes(dependencies: Dependencies): readonly Route[] {
  return [
    route('POST', '/api/esl/devices/:id/play', 'playTrace', 'Frames', {
      scope: 'read',
      summary: 'See what a panel shows for what firmware sends',
      description: `A trace (docs/panel-trace.md) of at most ${playLimits.bytes / 2 ** 20} MiB, ${playLimits.events} events and ${playLimits.refreshes} refreshes, played to a panel that was just switched on. Its header may be \`{}\`: the panel's profile fills it. Nothing is stored.`,
      bytes: type,
      success: [json(200, 'The glass after each refresh, and diagnostics.', ref('PlayResult'))],
      errors: [[404, 'NOT_FOUND'], ...bodyErrors],
      steps: [possibleId(), readBytes(type, playLimits.bytes), play(dependencies)],
    }),
  ];
}

function play({ devices, drawingPool }: Dependencies): Handler {
  return async function sendPlayed(ctx) {
    const device = deviceOf(ctx, devices);
    const job = { trace: bytesOf(ctx)!, device: device.id };
    const { value } = accepted(await drawingPool.run('play', job, clientOf(ctx)));
    answer<PlayAnswer>(ctx, {
      success: true,
      device: device.id,
      chip: value.chip,
      width: value.width,
      height: value.height,
      refreshes: value.refreshes.map(refreshView),
      diagnostics: [...value.diagnostics],
    });
  };
}

function refreshView({ number, step, kind, seconds, secondsAssumed, waveform, png, ghost }: PlayedRefresh) {
  const frames = waveform?.frames ?? null;
  return {
    n: number,
    step,
    kind,
    seconds,
    seconds_assumed: secondsAssumed,
    frames,
    image: uri(png),
    ghost: ghost && uri(ghost),
  };
}

const uri = (png: Uint8Array): string => `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
