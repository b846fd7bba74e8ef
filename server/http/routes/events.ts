import type { PassThrough } from 'node:stream';
import type { LabelContext, Tools } from '../../labels/context.js';
import type { LabelEvent } from '../../labels/events.js';
import { findLabel } from '../../labels/labels.js';
import type { StoredLabel } from '../../labels/store/index.js';
import { runningIn, settle } from '../../labels/tag/tag.js';
import { assumedSeconds } from '../../labels/tag/pace.js';
import { refreshView } from '../../labels/tag/view.js';
import type { LabelDisplayed, LabelRefreshing, LabelUpdated } from '../answers.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { possibleId } from '../middleware/check-id.js';
import { maxBacklogKb, maxStreams } from '../budgets/limits.js';
import type { Route } from '../route.js';
import { byeText, type OpenStream, pingMs } from '../streams.js';
import { resultView } from '../views.js';

/** `GET …/events`: what happens to a label, as it happens (Server-Sent Events). */
export function eventRoutes(dependencies: Dependencies, openStream: OpenStream): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/esl/labels/:id/events',
      operation: 'streamEvents',
      scope: 'read',
      tag: 'Labels',
      summary: 'Follow the changes of a label',
      description: [
        'Server-Sent Events. `label.updated` has the label, its image, its warnings and its step. `label.refreshing` follows when the panel begins to refresh: `id`, and the refresh as the tag of a label has it. `label.displayed` follows when it has finished: `id`, `revision` and `displayed_at`, since when the glass shows its pixels.',
        `Both come at once, or with REFRESH_SPEED=real after the panel's own time (where no source states it: ${assumedSeconds.colour} s with colour, ${assumedSeconds.black} s without). An update that changes no pixel is displayed without a refresh; one that waits, and gives way to a newer one, is never displayed.`,
        'The id of each is the revision. A new stream begins with the present state, unless Last-Event-ID is its revision.',
        `A comment is sent every ${pingMs / 1000} s. At most ${maxStreams} streams per client. \`bye\` says why a stream ends: its \`reason\` is \`deleted\` (the label), \`stopping\` (the server), \`slow\` (the client has not read the last ${maxBacklogKb} KB, or less while there are hundreds of streams) or \`unauthorized\` (the key was revoked, or has expired). The client may come back.`,
      ].join(' '),
      parameters: [
        {
          name: 'Last-Event-ID',
          in: 'header',
          description: 'The newest revision that the client knows. Browsers send it when they reconnect.',
          schema: { type: 'string' },
        },
      ],
      success: [{ status: 200, description: 'A stream of events.', type: 'text/event-stream' }],
      errors: [
        [404, 'NOT_FOUND'],
        [429, 'RATE_LIMIT_EXCEEDED'],
        [503, 'SERVER_ERROR'],
      ],
      steps: [possibleId(), stream(dependencies, openStream)],
    },
  ];
}

function stream(dependencies: Dependencies, openStream: OpenStream): Handler {
  const bytesOf = createEventBytes(dependencies);
  return async function streamEvents(ctx) {
    const id = ctx.params.id!;
    const { context } = ctx.state;
    await findLabel(context, id);
    const asked = { context, log: dependencies.log, bytesOf, id, known: lastEventId(ctx) };
    openStream(ctx, (body, isBehind) => startStream(asked, body, isBehind));
  };
}

interface Asked {
  readonly context: LabelContext;
  readonly log: Dependencies['log'];
  readonly bytesOf: EventBytes;
  readonly id: string;
  /** The newest revision that the client knows. */
  readonly known: number;
}

/** Writes the present state into `body`, then every event. The returned function ends that. */
function startStream(
  { context, log, bytesOf, id, known }: Asked,
  body: PassThrough,
  isBehind: () => boolean,
): () => void {
  const { hub, store, clock } = context;
  // Events that happen while the present state is read wait, so that revisions stay in order.
  let waiting: LabelEvent[] | null = [];
  const send = (event: LabelEvent): void => {
    if (!body.writable) return;
    if (event.kind === 'bye') body.end(bytesOf(event));
    else if (!isBehind()) body.write(bytesOf(event));
    else {
      log.info({ id }, 'An event stream was not read, and is let go');
      body.end(bytesOf({ kind: 'bye', id, reason: 'slow' }));
    }
  };
  const unsubscribe = hub.subscribe(id, (event) => {
    if (waiting) waiting.push(event);
    else send(event);
  });

  const begin = async (): Promise<void> => {
    const label = await store.label(id);
    if (!body.writable) return;
    if (!label) {
      send({ kind: 'bye', id, reason: 'deleted' });
      return;
    }
    const revision = label.current?.revision ?? 0;
    const tag = label.tag && settle(label.tag, clock().getTime());
    const [shown, refresh] = [tag?.shown.revision ?? 0, tag && runningIn(tag)];
    hub.told(id, revision, tag);
    // Also when it is lower: the client may know a revision of another store that this one has replaced.
    if (revision !== known) body.write(text('label.updated', revision, resultOf(context, label)));
    if (shown > 0) send({ kind: 'displayed', id, revision: shown, at: tag!.shown.since });
    if (refresh) send({ kind: 'refreshing', id, refresh });
    const newest = { updated: revision, refreshing: tag?.refresh?.revision ?? 0, displayed: shown, bye: -1 };
    for (const event of waiting ?? []) if (numberOf(event) > newest[event.kind]) send(event);
    waiting = null;
  };
  begin().catch((error: unknown) => {
    log.error({ err: error }, 'An event stream could not start');
    body.destroy();
  });
  return unsubscribe;
}

type EventBytes = (event: LabelEvent) => Buffer;

/** Makes the bytes of an event once: all streams of its label send the same. */
function createEventBytes(dependencies: Dependencies): EventBytes {
  const made = new WeakMap<LabelEvent, Buffer>();
  return (event) => {
    const bytes = made.get(event) ?? Buffer.from(eventText(dependencies, event));
    made.set(event, bytes);
    return bytes;
  };
}

function eventText(dependencies: Dependencies, event: LabelEvent): string {
  switch (event.kind) {
    case 'updated': {
      const { id, revision: current, tag } = event;
      const label = { id, binding: current.binding, version: 0, current, tag };
      return text('label.updated', current.revision, resultOf(dependencies, label));
    }
    case 'refreshing': {
      const { id, refresh } = event;
      return text('label.refreshing', refresh.revision, { id, ...refreshView(refresh) } satisfies LabelRefreshing);
    }
    case 'displayed': {
      const { id, revision, at } = event;
      const displayed_at = new Date(at).toISOString();
      return text('label.displayed', revision, { id, revision, displayed_at } satisfies LabelDisplayed);
    }
    case 'bye':
      return byeText(event.reason);
  }
}

function resultOf(tools: Tools, label: StoredLabel): LabelUpdated {
  const { label: view, image, warnings, step } = resultView(tools, label);
  return { label: view, image, warnings, step };
}

function text(event: string, id: number, data: unknown): string {
  return `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The revision of an event; `bye` has none and is never too old. */
function numberOf(event: LabelEvent): number {
  switch (event.kind) {
    case 'updated':
      return event.revision.revision;
    case 'refreshing':
      return event.refresh.revision;
    case 'displayed':
      return event.revision;
    case 'bye':
      return Infinity;
  }
}

function lastEventId(ctx: Context): number {
  const given = ctx.get('Last-Event-ID');
  return /^[0-9]{1,15}$/.test(given) ? Number(given) : NaN;
}
