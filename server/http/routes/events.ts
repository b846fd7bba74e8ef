import { findLabel } from '../../labels/labels.js';
import { retained } from '../../labels/store/index.js';
import type { LabelEvent } from '../../labels/tag-changes.js';
import { assumedSeconds } from '../../../devices/index.js';
import { runningIn, settle } from '../../labels/tag/tag.js';
import { maxStreams } from '../budgets/limits.js';
import type { Dependencies, Handler } from '../dependencies.js';
import { createEventBytes, updatedLabel } from '../events/views.js';
import { followEvents } from '../events/follow.js';
import { possibleId } from '../middleware/check-id.js';
import { ref } from '../openapi/shapes.js';
import { type Route, route } from '../route.js';
import { type OpenStream, pingMs } from '../events/streams.js';

/** How a stream resumes. */
export const resumeNotes = `The id of an event is the number of its change in the log of the store. An event that is not such a change, as a refresh, adds a colon and more to the number of the change before it. A stream with the Last-Event-ID of an earlier one continues after it, also after a restart, and on another instance of the same store; what a tag did meanwhile may be sent twice. The store retains the last ${retained} changes: \`reset\` says that some after the Last-Event-ID are missing, and that the stream begins like a new one.`;

export const streamErrors = [[429, 'RATE_LIMIT_EXCEEDED']] as const satisfies Route['errors'];

/** What routes of streams have in common. @param note on the Last-Event-ID */
export function streamOf(schema: Parameters<typeof ref>[0], note = ''): Pick<Route, 'parameters' | 'success'> {
  const description = `The id of the newest event that the client knows.${note}`;
  const stream = { description: 'A stream of events; the schema is of their data.', type: 'text/event-stream' };
  return {
    parameters: [{ name: 'Last-Event-ID', in: 'header', description, schema: { type: 'string' } }],
    success: [{ status: 200, ...stream, schema: ref(schema) }],
  };
}

/** `GET …/events`: what happens to a label, as it happens (Server-Sent Events). */
export function eventRoutes(dependencies: Dependencies, openStream: OpenStream): readonly Route[] {
  return [
    route('GET', '/api/esl/labels/:id/events', 'streamEvents', 'Labels', {
      summary: 'Follow the changes of a label',
      description: [
        'Server-Sent Events. `label.updated` has the label, its image, its warnings and its step. `label.refreshing` follows when the panel begins to refresh: `id`, and the refresh as the tag of a label has it. `label.displayed` follows when it has finished: `id`, `revision` and `displayed_at`, since when the glass shows its pixels.',
        `Both come at once, or with REFRESH_SPEED=real after the panel's own time (where no source states it: ${assumedSeconds.colour} s with colour, ${assumedSeconds.black} s without). An update that changes no pixel is displayed without a refresh; one that waits, and gives way to a newer one, is never displayed.`,
        `A new stream begins with the present state. ${resumeNotes}`,
        `A comment is sent every ${pingMs / 1000} s. At most ${maxStreams} streams per client. \`bye\` says why a stream ends: its \`reason\` is \`deleted\` (the label), \`stopping\` (the server) or \`unauthorized\` (the key was revoked, or has expired). The client may come back.`,
      ].join(' '),
      ...streamOf('LabelEvent', ' Browsers send it when they reconnect.'),
      errors: [[404, 'NOT_FOUND'], ...streamErrors],
      steps: [possibleId(), stream(dependencies, openStream)],
    }),
  ];
}

function stream(dependencies: Dependencies, openStream: OpenStream): Handler {
  const { log, clock } = dependencies;
  const bytesOf = createEventBytes((label) => updatedLabel(dependencies, label));
  return async function streamEvents(ctx) {
    const id = ctx.params.id!;
    const { store, events } = ctx.state.context;
    await findLabel({ store }, id);
    /** The newest revisions that the client knows: an event that was read before the label is not sent after it. */
    let known = { updated: 0, refreshing: 0, displayed: 0 };
    const begin = async (seq: number): Promise<string | null> => {
      const label = await store.label(id);
      if (!label) return null;
      const tag = label.tag && settle(label.tag, clock().getTime());
      const [revision, refresh] = [label.current?.revision ?? 0, tag && runningIn(tag)];
      known = { updated: revision, refreshing: tag?.refresh?.revision ?? 0, displayed: tag?.shown.revision ?? 0 };
      const first: LabelEvent[] = [{ kind: 'updated', seq, id, label }];
      if (tag && known.displayed > 0)
        first.push({ kind: 'displayed', seq, id, revision: known.displayed, at: tag.shown.since });
      if (refresh) first.push({ kind: 'refreshing', seq, id, refresh });
      return first.map(bytesOf).join('');
    };
    const isNew = (event: LabelEvent): boolean => {
      if (event.id !== id || event.kind === 'deleted') return false;
      const revision = revisionOf(event);
      // A binding of a blank label, or of one that shows an uploaded picture, is no new revision.
      const isBinding = event.kind === 'updated' && !event.label.current?.content;
      if (revision < known[event.kind] || (revision === known[event.kind] && !isBinding)) return false;
      known = { ...known, [event.kind]: revision };
      return true;
    };
    openStream(ctx, (body) =>
      followEvents(body, {
        events,
        log,
        lastId: ctx.get('Last-Event-ID'),
        begin,
        bytesOf: (event) => (isNew(event) ? bytesOf(event) : null),
        isLast: (event) => event.id === id && event.kind === 'deleted',
      }),
    );
  };
}

function revisionOf(event: Exclude<LabelEvent, { kind: 'deleted' }>): number {
  switch (event.kind) {
    case 'updated':
      return event.label.current?.revision ?? 0;
    case 'refreshing':
      return event.refresh.revision;
    case 'displayed':
      return event.revision;
  }
}
