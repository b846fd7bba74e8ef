import { clientOf } from '../client.js';
import type { RequestsAnswer } from '../answers.js';
import { maxStreams } from '../budgets/limits.js';
import type { Dependencies, Handler } from '../dependencies.js';
import { createEventBytes, updatedOnShelf } from '../events/views.js';
import { followEvents } from '../events/follow.js';
import { ref } from '../openapi/shapes.js';
import { json, type Route, route } from '../route.js';
import { keptRequests, type RequestLog } from '../events/request-log.js';
import { eventText, type OpenStream } from '../events/streams.js';
import { answer } from '../views.js';
import { resumeNotes, streamErrors, streamOf } from './events.js';

/** Milliseconds between two events that say that the client has sent requests. */
const requestsMs = 1000;

/** What concerns all labels at once: their events, and what this client has asked for. */
export function shelfRoutes(
  dependencies: Dependencies,
  openStream: OpenStream,
  requests: RequestLog,
): readonly Route[] {
  return [
    route('GET', '/api/esl/events', 'streamAllEvents', 'Labels', {
      summary: 'Follow the changes of all labels',
      description: [
        'Server-Sent Events. `label.updated` has of each label that was updated, added or bound: `id`, `revision`, `updated_at`, `device`, `layout`, `sku`, `locale`, `currency`, `product_name`, `price`, `unit` (null before the first update, and while a picture is shown that was uploaded), and of its `tag` `state`, `ready_at`, `shown_revision` and `trouble`. `label.refreshing` and `label.displayed` have what they have in the stream of one label. `label.deleted` has the `id`.',
        `\`labels.changed\` says that the client has to list the labels: a new stream begins with it. ${resumeNotes}`,
        'To hear of all without a gap, open the stream, then list the labels, and take from both what is newer.',
        '`bye` says why a stream ends: its `reason` is `stopping` (the server) or `unauthorized` (the key was revoked, or has expired).',
        `\`requests.changed\` says that this client has sent requests that \`GET /api/esl/requests\` lists. At most ${maxStreams} streams per client, those of single labels included.`,
      ].join(' '),
      ...streamOf('ShelfEvent'),
      errors: streamErrors,
      steps: [stream(dependencies, openStream, requests)],
    }),
    route('GET', '/api/esl/requests', 'listRequests', 'Labels', {
      summary: 'See your own last requests, and what became of them',
      description: `The last ${keptRequests.count} requests of this client, newest first: POST, PUT and DELETE under /api/esl, without previews and without encoding or decoding frames. Each has its body, cut at ${keptRequests.bodyBytes / 1024} KB, the first ${keptRequests.errors} problems of the answer, and no header. No client sees the requests of another one. They are in the memory of this instance alone: a restart, or the requests of other clients, remove them.`,
      success: [json(200, 'The requests that are kept.', ref('Requests'))],
      steps: [list(requests)],
    }),
  ];
}

function stream({ log, clock }: Dependencies, openStream: OpenStream, requests: RequestLog): Handler {
  const bytesOf = createEventBytes((label) => updatedOnShelf(label, clock().getTime()));
  return function streamAllEvents(ctx) {
    const client = clientOf(ctx);
    const { events } = ctx.state.context;
    openStream(ctx, (body) => {
      const leave = followEvents(body, {
        events,
        log,
        lastId: ctx.get('Last-Event-ID'),
        begin: (seq) => Promise.resolve(eventText('labels.changed', `${seq}:changed`, {})),
        bytesOf,
        isLast: () => false,
      });
      const announce = seldom(() => {
        if (body.writable && !body.writableNeedDrain) body.write('event: requests.changed\ndata: {}\n\n');
      });
      const leaveRequests = requests.follow(client, announce.call);
      return () => {
        leave();
        leaveRequests();
        announce.end();
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
    answer<RequestsAnswer>(ctx, { success: true, requests: requests.of(clientOf(ctx)) });
  };
}
