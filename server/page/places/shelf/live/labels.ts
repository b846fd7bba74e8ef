import { type Signal, signal } from '@preact/signals';
import { follow, type StreamEvent } from '../../../api/events.js';
import { listLabels } from '../../../api/labels.js';
import { apiErrorFrom } from '../../../api/request.js';
import { Schedule } from '../../../browser/schedule.js';
import { connection, triedIn } from '../../../parts/header-slots.js';
import { type TagMark, markOf, type ShelfLabel } from '../../../state/shelf/label.js';
import { createShelfReader } from '../../../state/shelf/reader.js';
import { endFlash, playFlash } from './pictures.js';

/** Milliseconds between two summaries of all labels: fifty updates a second need fewer. */
const lookMs = 250;
/** Milliseconds between two listings, at least, and per page of the last one. */
const [listMs, pageMs] = [5000, 250];

const labels = new Map<string, Signal<ShelfLabel>>();

/** All labels, updated when one comes, goes, or changes its panel. */
export const standing = signal<readonly ShelfLabel[]>([]);
/** All labels, updated every {@link lookMs}. */
export const contents = signal<readonly ShelfLabel[]>([]);
export const counts = signal<Readonly<Record<TagMark | 'all', number>>>(noneOf());
/** Whether {@link standing} has all labels. */
export const ready = signal(false);
export const requestsSent = signal(0);

/** The signal of a label for its tile. */
export function labelOf(id: string): Signal<ShelfLabel> | undefined {
  return labels.get(id);
}

/** A label, for callers that also follow its arrival and deletion. */
export function followLabel(id: string): Signal<ShelfLabel> | undefined {
  return standing.value.length > 0 ? labels.get(id) : undefined;
}

function noneOf(): Record<TagMark | 'all', number> {
  return { all: 0, displayed: 0, queued: 0, refreshing: 0, offline: 0 };
}

const summary = new Schedule(summarise);

function summarise(): void {
  const now = Date.now();
  const found = noneOf();
  let away = false;
  for (const label of labels.values()) {
    const { awayUntil } = label.peek();
    if (awayUntil !== null && awayUntil <= now) label.value = { ...label.peek(), awayUntil: null };
    const mark = markOf(label.peek());
    if (mark === 'offline') away = true;
    found[mark]++;
    found.all++;
  }
  if (JSON.stringify(found) !== JSON.stringify(counts.peek())) counts.value = found;
  contents.value = [...labels.values()].map((label) => label.peek());
  const [all, before] = [contents.peek(), standing.peek()];
  const same = all.every(({ id, device }, at) => id === before[at]?.id && device === before[at].device);
  if (!same || all.length !== before.length) standing.value = all;
  // The server sends no event when a tag without pending updates returns.
  if (away) summary.start(2000);
}

function put(label: ShelfLabel): void {
  const known = labels.get(label.id);
  if (known) known.value = label;
  else labels.set(label.id, signal(label));
  summary.start(lookMs);
}

function remove(id: string): void {
  if (labels.delete(id)) summary.start(lookMs);
}

const reader = createShelfReader({
  get: (id) => labels.get(id)?.peek() ?? null,
  ids: () => [...labels.keys()],
  put,
  remove,
  onRefreshing: playFlash,
  onDisplayed({ id }) {
    endFlash(id);
  },
});

/** Whether the labels are listed, or were a moment ago, and whether to list them again after that. */
const listing = { isOn: false, again: false };

async function list(): Promise<void> {
  listing.again = listing.isOn;
  if (listing.isOn) return;
  listing.isOn = true;
  let pages = 0;
  let wait = 0;
  const counted = async function* () {
    for await (const page of listLabels()) {
      pages++;
      yield page.labels;
    }
  };
  try {
    await reader.list(counted());
    if (ready.peek()) summary.start(lookMs);
    else {
      summary.cancel();
      summarise();
      ready.value = true;
    }
  } catch (error) {
    wait = apiErrorFrom(error).retryMs(0);
    listing.again = true;
  }
  setTimeout(
    () => {
      listing.isOn = false;
      if (listing.again) void list();
    },
    Math.max(listMs, pages * pageMs, wait),
  );
}

function handle({ name, data }: StreamEvent): void {
  if (name === 'labels.changed') void list();
  else if (name === 'requests.changed') requestsSent.value++;
  else if (name.startsWith('label.')) reader.hear(name, JSON.parse(data) as { readonly id: string });
}

export function startLabels(): () => void {
  const end = follow('/api/esl/events', handle, (now, seconds) => {
    connection.value = now;
    triedIn.value = seconds;
    // Without a stream, no event starts the listing.
    if (now === 'refused' && !ready.peek()) void list();
  });
  return () => {
    end();
    summary.cancel();
    labels.clear();
    standing.value = contents.value = [];
    listing.again = ready.value = false;
    connection.value = null;
  };
}
