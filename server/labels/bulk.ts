import { setImmediate as turn } from 'node:timers/promises';
import type { Update, Warning } from '../../renderer/index.js';
import { requestProblem } from '../fields/problem.js';
import type { LabelContext } from './context.js';
import {
  deliveryOf,
  draftFor,
  findLabel,
  type IdempotentRequest,
  type LabelResult,
  recordWith,
  Repeated,
  updateLabel,
} from './labels.js';
import type { DrawnDraft, RecordedAnswer, StoredLabel } from './store/index.js';
import type { Trouble } from './tag/tag.js';

export interface LabelUpdate {
  /** The id of the label. */
  readonly label: string;
  readonly update: Update;
  /** Of the clean-up. */
  readonly warnings: readonly Warning[];
  readonly idempotency: IdempotentRequest | null;
}

export type Outcome =
  | { readonly kind: 'updated'; readonly result: LabelResult }
  /** It was applied before. */
  | { readonly kind: 'repeated'; readonly recorded: RecordedAnswer }
  | { readonly kind: 'failed'; readonly error: unknown };

/** A drawn update, which is not stored yet. */
interface DrawnUpdate {
  readonly label: StoredLabel;
  readonly draft: DrawnDraft;
}

/** Updates that are stored together: in SQLite, the calls of one turn of the event loop are one transaction. */
const groupSize = 128;
/** Updates that are drawn concurrently: one client may have 128 jobs. */
const maxDrawing = 16;

/** The updates that were applied before. */
export async function repeatedUpdates({ store }: LabelContext, updates: readonly LabelUpdate[]) {
  const found = new Map<LabelUpdate, Outcome>();
  for (let start = 0; start < updates.length; start += groupSize)
    await settled(updates.slice(start, start + groupSize), async (update) => {
      const { idempotency } = update;
      const recorded = idempotency && (await store.recorded(idempotency.key, idempotency.at));
      if (recorded) found.set(update, { kind: 'repeated', recorded });
    });
  return found;
}

/**
 * Stores updates as the next revisions of their labels, those of one label in their order. Other work of the event loop runs
 * between two drawings. Resolves when all that are accepted are on the disk.
 * @param client whose share of the threads draws the labels
 * @param isGone whether the client has disconnected: what is not drawn yet fails
 */
export async function updateLabels(
  context: LabelContext,
  updates: readonly LabelUpdate[],
  client: string,
  trouble: Trouble | null = null,
  isGone: () => boolean = () => false,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  /** The group before is stored while the next is drawn. */
  let storing: Promise<readonly Outcome[]> = Promise.resolve([]);
  for (let start = 0; start < updates.length; start += groupSize) {
    const group = updates.slice(start, start + groupSize);
    const drawn = await drawAll(context, group, client, isGone);
    outcomes.push(...(await storing));
    storing = storeAll(context, group, drawn, client, trouble);
  }
  outcomes.push(...(await storing));
  return outcomes;
}

async function drawAll(
  context: LabelContext,
  updates: readonly LabelUpdate[],
  client: string,
  isGone: () => boolean,
): Promise<readonly (DrawnUpdate | Outcome)[]> {
  const found = await settled(updates, ({ label }) => findLabel(context, label));
  const drawn: (DrawnUpdate | Outcome)[] = [];
  const running = new Set<Promise<void>>();
  for (const [i, label] of found.entries()) {
    if ('kind' in label || isGone()) {
      drawn[i] = 'kind' in label ? label : failed(disconnected());
      continue;
    }
    const { update, warnings } = updates[i]!;
    const drawing = draftFor(context, label, update, warnings, client)
      .then(
        (draft) => {
          drawn[i] = { label, draft };
        },
        (error: unknown) => {
          drawn[i] = failed(error);
        },
      )
      .finally(() => running.delete(drawing));
    running.add(drawing);
    await turn();
    if (running.size >= maxDrawing) await Promise.race(running);
  }
  await Promise.all(running);
  return drawn;
}

async function storeAll(
  context: LabelContext,
  updates: readonly LabelUpdate[],
  drawn: readonly (DrawnUpdate | Outcome)[],
  client: string,
  trouble: Trouble | null,
): Promise<readonly Outcome[]> {
  const stored = await settled(drawn, async (one, i) => {
    if ('kind' in one) return one;
    const delivery = deliveryOf(context, one.draft, trouble);
    const result = { at: delivery.arrival.at, created: false, warnings: [] };
    const label = await context.store.append(one.label, delivery, recordWith(updates[i]!.idempotency, result));
    return label && ({ kind: 'updated', result: { ...result, label } } as const);
  });
  context.events.wake();
  const outcomes: Outcome[] = [];
  for (const [i, outcome] of stored.entries())
    outcomes.push(outcome ?? (await updateAgain(context, updates[i]!, client, trouble)));
  return outcomes;
}

/** Repeats an update whose label was bound, or that was applied, meanwhile. */
async function updateAgain(
  context: LabelContext,
  { label, update, warnings, idempotency }: LabelUpdate,
  client: string,
  trouble: Trouble | null,
): Promise<Outcome> {
  try {
    const result = await updateLabel(context, label, update, warnings, client, { trouble, idempotency });
    return { kind: 'updated', result };
  } catch (error) {
    return error instanceof Repeated ? { kind: 'repeated', recorded: error.recorded } : failed(error);
  }
}

/** The results of concurrent work on each item, or its failure. */
function settled<Item, T>(
  items: readonly Item[],
  work: (item: Item, i: number) => Promise<T>,
): Promise<readonly (T | Outcome)[]> {
  return Promise.all(items.map((item, i) => work(item, i).catch(failed)));
}

function disconnected() {
  return requestProblem(408, 'request_timeout', 'The client has disconnected. Nothing was stored');
}

function failed(error: unknown): Outcome {
  return { kind: 'failed', error };
}
