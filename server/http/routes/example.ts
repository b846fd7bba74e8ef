import { Problem, serverError } from '../../fields/problem.js';
import type { LabelContext } from '../../labels/context.js';
import { sampleBinding } from '../../labels/contexts.js';
import { defaultLabel, deliveryOf, draftFor } from '../../labels/labels.js';
import { contentOf, type DrawnDraft } from '../../labels/store/index.js';
import { accept } from '../../labels/tag/tag.js';
import type { Anonymous, ExampleAnswer, UpdateAnswer } from '../answers.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { clientOf } from '../client.js';
import { tooManyRequests } from '../middleware/limit.js';
import { ref } from '../openapi/shapes.js';
import { json, type Route, route } from '../route.js';
import { problemBody, resultView, withImage } from '../views.js';
import { exampleUpdate, parseUpdate } from './update.js';

const path = '/api/esl/update';

/** `GET /api/esl/example`: a request and its possible responses, made by the same code as real ones. */
export function exampleRoutes(dependencies: Dependencies): readonly Route[] {
  return [
    route('GET', '/api/esl/example', 'example', 'Updates', {
      summary: 'See an example of an update, its response and its errors',
      success: [
        json(200, 'A request, its response, and an error of each code of updates. Nothing is stored.', ref('Example')),
      ],
      steps: [example(dependencies)],
    }),
  ];
}

function example(dependencies: Dependencies): Handler {
  const respond = responses();
  return async function sendExample(ctx) {
    const { policy } = dependencies.limiters.update;
    const errors = [
      failure(() => parseUpdate({})),
      failure(() => parseUpdate({ ...exampleUpdate, price: '3,50' })),
      tooManyRequests({ policy, resetS: policy.windowS }),
      serverError(),
    ];
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = {
      request: exampleUpdate,
      curl: curlLine(ctx),
      response: { ...(await respond(ctx.state.context, clientOf(ctx))), request_id: ctx.state.requestId },
      errors: Object.fromEntries(
        errors.map((problem) => [problem.code, problemBody(problem, ctx.state.requestId, path)]),
      ),
    } satisfies ExampleAnswer;
  };
}

/** The response is drawn once a minute, for all clients: its date may change. */
function responses() {
  const { update, warnings } = parseUpdate(exampleUpdate);
  const label = { id: defaultLabel, binding: sampleBinding, version: 1, current: null };
  let drawn: { readonly minute: string; readonly draft: DrawnDraft } | undefined;
  return async (context: LabelContext, client: string): Promise<Anonymous<UpdateAnswer>> => {
    const updated_at = context.clock().toISOString();
    const minute = updated_at.slice(0, 16);
    if (drawn?.minute !== minute) drawn = { minute, draft: await draftFor(context, label, update, warnings, client) };
    const draft = { ...drawn.draft, updated_at };
    const { arrival } = deliveryOf(context, draft);
    const tag = accept(null, { ...contentOf(draft), revision: 1 }, arrival);
    return withImage(resultView(context, { ...label, current: { ...draft, revision: 1 }, tag }));
  };
}

function failure(attempt: () => unknown): Problem {
  try {
    attempt();
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error('Expected the example of an error to fail');
}

/** A command that sends the request. It contains no key, but a variable of the shell. */
function curlLine(ctx: Context): string {
  const key = ctx.state.key ? ' -H "Authorization: Bearer $ESL_KEY"' : '';
  const body = JSON.stringify(exampleUpdate);
  return `curl -X POST ${address(ctx)}${path}${key} -H 'Content-Type: application/json' -d '${body}'`;
}

/** The server's address in this request. Not from the Host header, which any client can set. */
function address({ socket }: Context): string {
  const { localAddress = '127.0.0.1', localPort = 0 } = socket;
  const host = /^(::1|(::ffff:)?127\.)/.test(localAddress) ? 'localhost' : localAddress.replace(/^::ffff:/, '');
  return `http://${host.includes(':') ? `[${host}]` : host}:${localPort}`;
}
