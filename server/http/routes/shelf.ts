import type { LabelContext } from '../../labels/context.js';
import { clientOf } from '../client.js';
import type { RequestsAnswer } from '../answers.js';
import { maxStreams } from '../budgets/limits.js';
import type { Dependencies, Handler } from '../dependencies.js';
import { ref } from '../openapi/shapes.js';
import { json, type Route } from '../route.js';
import { createFeed, type Feed, keptNews } from '../shelf/feed.js';
import { keptRequests, type RequestLog } from '../shelf/request-log.js';
import { mostWaiting, startShelfStream } from '../shelf/stream.js';
import type { OpenStream } from '../streams.js';

/** Milliseconds between two events that say that the client has sent requests. */
const requestsMs = 1000;

/** What concerns all labels at once: their events, and what this client has asked for. */
export function shelfRoutes(
  dependencies: Dependencies,
  openStream: OpenStream,
  requests: RequestLog,
): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/esl/events',
      operation: 'streamAllEvents',
      scope: 'read',
      tag: 'Labels',
      summary: 'Follow the changes of all labels',
      description: [
        'Server-Sent Events. `label.updated` has of each label that was updated, added or bound: `id`, `revision`, `updated_at`, `device`, `layout`, `sku`, `locale`, `currency`, `product_name`, `price`, `unit` (null before the first update, and while a picture is shown that was uploaded), and of its `tag` `state`, `ready_at`, `shown_revision` and `trouble`. `label.refreshing` and `label.displayed` have what they have in the stream of one label. `label.deleted` has the `id`.',
        `\`labels.changed\` says that the client has to list the labels: a new stream begins with it, and it comes, at most every 5 s, where other instances have changed labels. A stream that is asked for with the Last-Event-ID of one before begins with what was missed instead, if that were at most ${keptNews} events in the last minute.`,
        'To hear of all without a gap, open the stream, then list the labels, and take from both what is newer.',
        `A client that reads slowly is told only the newest of each label; one that is more than ${mostWaiting} labels behind is let go with \`bye\`, whose \`reason\` is \`slow\`, \`stopping\` when the server stops, or \`unauthorized\` when the key was revoked or has expired.`,
        `\`requests.changed\` says that this client has sent requests that \`GET /api/esl/requests\` lists. At most ${maxStreams} streams per client, those of single labels included.`,
      ].join(' '),
      parameters: [
        {
          name: 'Last-Event-ID',
          in: 'header',
          description: 'The id of the newest event that the client knows.',
          schema: { type: 'string' },
        },
      ],
      success: [{ status: 200, description: 'A stream of events.', type: 'text/event-stream' }],
      errors: [
        [429, 'RATE_LIMIT_EXCEEDED'],
        [503, 'SERVER_ERROR'],
      ],
      steps: [stream(dependencies, openStream, requests)],
    },
    {
      method: 'GET',
      path: '/api/esl/requests',
      operation: 'listRequests',
      scope: 'read',
      tag: 'Labels',
      summary: 'See your own last requests, and what became of them',
      description: `The last ${keptRequests.count} requests of this client, newest first, that were to change something under /api/esl: POST, PUT and DELETE, without previews, and frames that are encoded or decoded. Of each the body, cut at ${keptRequests.bodyBytes / 1024} KB, the first ${keptRequests.errors} problems of the answer, and no header. Nobody sees those of another client. They are kept in the memory of this instance alone: after a restart, or when other clients need the room, they are gone.`,
      success: [json(200, 'The requests that are kept.', ref('Requests'))],
      steps: [list(requests)],
    },
  ];
}

function stream({ log }: Dependencies, openStream: OpenStream, requests: RequestLog): Handler {
  const feeds = new WeakMap<LabelContext, Feed>();
  return function streamAllEvents(ctx) {
    const { context } = ctx.state;
    const client = clientOf(ctx);
    const feed = feeds.get(context) ?? createFeed(context);
    feeds.set(context, feed);
    openStream(ctx, (body) => {
      const leave = startShelfStream(feed, ctx.get('Last-Event-ID'), body, () => {
        log.info('A stream of all events was not read, and is let go');
      });
      const tell = seldom(() => {
        if (body.writable) body.write('event: requests.changed\ndata: {}\n\n');
      });
      const leaveRequests = requests.follow(client, tell.call);
      return () => {
        leave();
        leaveRequests();
        tell.end();
      };
    });
  };
}

/** Calls `act` soon after each call, but only once in {@link requestsMs}. */
function seldom(act: () => void): { readonly call: () => void; readonly end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    call() {
      timer ??= setTimeout(() => {
        timer = undefined;
        act();
      }, requestsMs);
      timer.unref();
    },
    end() {
      clearTimeout(timer);
    },
  };
}

function list(requests: RequestLog): Handler {
  return function listRequests(ctx) {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = {
      success: true,
      requests: requests.of(clientOf(ctx)),
      request_id: ctx.state.requestId,
    } satisfies RequestsAnswer;
  };
}
