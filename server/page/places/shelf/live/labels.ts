import { type Signal, signal } from '@preact/signals';
import type { LabelDisplayed, LabelRefreshing, ShelfUpdated } from '../../../../http/answers.js';
import { follow, type StreamEvent } from '../../../api/events.js';
import { listLabels } from '../../../api/labels.js';
import { ApiError } from '../../../api/request.js';
import { connection, triedIn } from '../../../parts/header-slots.js';
import { displayed, listed, type Mark, markOf, refreshing, type ShelfLabel, updated } from './label.js';
import { endFlash, playFlash } from './pictures.js';

/** Milliseconds between two looks at all labels: fifty updates a second are not fifty looks. */
const lookMs = 250;
/** Milliseconds between two lists of all labels, at least, and for each page of the list before. */
const [listMs, pageMs] = [5000, 250];

const labels = new Map<string, Signal<ShelfLabel>>();

/** All labels, as they were when one came, went, or got another panel. */
export const standing = signal<readonly ShelfLabel[]>([]);
/** All labels, as they were a moment ago. */
export const contents = signal<readonly ShelfLabel[]>([]);
/** How many labels there are, by what is said of them. */
export const counts = signal<Readonly<Record<Mark | 'all', number>>>(noneOf());
/** Whether all labels were listed once, and {@link standing} has them. */
export const ready = signal(false);
/** Changes when this client has sent requests. */
export const requestsSent = signal(0);

/** A label, which its tile follows alone. */
export function labelOf(id: string): Signal<ShelfLabel> | undefined {
  return labels.get(id);
}

/** A label, for those who want to know when it comes or goes. */
export function followLabel(id: string): Signal<ShelfLabel> | undefined {
  return standing.value.length > 0 ? labels.get(id) : undefined;
}

function noneOf(): Record<Mark | 'all', number> {
  return { all: 0, displayed: 0, queued: 0, refreshing: 0, offline: 0 };
}

let timer = 0;
let moved = false;
let listedOnce = false;

/** Looks at all labels soon. @param more whether one came or went */
function touch(more: boolean): void {
  moved ||= more;
  if (timer === 0) timer = setTimeout(look, lookMs);
}

function look(): void {
  timer = 0;
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
  if (moved) standing.value = contents.peek();
  moved = false;
  if (listedOnce) ready.value = true;
  // A tag that was away comes back without a word when nothing waits for it.
  if (away && timer === 0) timer = setTimeout(look, 2000);
}

function put(label: ShelfLabel): void {
  const known = labels.get(label.id);
  const before = known?.peek();
  if (known) known.value = label;
  else labels.set(label.id, signal(label));
  touch(before?.device !== label.device);
}

function remove(id: string): void {
  if (labels.delete(id)) touch(true);
}

/** Labels that were heard of while the list is read: what the list says of them may be older. */
let heardOf: Set<string> | null = null;
/** What the tags of labels did that the list has yet to tell of. */
const early = new Map<string, Told[]>();
let listing = false;
let listAgain = false;

async function list(): Promise<void> {
  listAgain = listing;
  if (listing) return;
  listing = true;
  heardOf = new Set();
  const seen = new Set<string>();
  let pages = 0;
  let wait = 0;
  try {
    for await (const page of listLabels()) {
      pages++;
      for (const label of page) {
        seen.add(label.id);
        if (heardOf.has(label.id)) continue;
        put(listed(label));
        for (const [name, told] of early.get(label.id) ?? []) hearLabel(name, told);
      }
    }
    for (const id of [...labels.keys()]) if (!seen.has(id) && !heardOf.has(id)) remove(id);
    listedOnce = true;
    touch(true);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    listAgain = true;
    wait = (error.quota?.resetS ?? 0) * 1000;
  }
  heardOf = null;
  early.clear();
  setTimeout(
    () => {
      listing = false;
      if (listAgain) void list();
    },
    Math.max(listMs, pages * pageMs, wait),
  );
}

function hear({ name, data }: StreamEvent): void {
  if (name === 'labels.changed') void list();
  else if (name === 'requests.changed') requestsSent.value++;
  else if (name.startsWith('label.')) hearLabel(name, JSON.parse(data) as { readonly id: string });
}

type Told = readonly [name: string, data: { readonly id: string }];

function hearLabel(...heard: Told): void {
  const [name, told] = heard;
  const before = labels.get(told.id)?.peek() ?? null;
  if (!before && heardOf && (name === 'label.refreshing' || name === 'label.displayed')) {
    early.set(told.id, [...(early.get(told.id) ?? []), heard]);
    return;
  }
  heardOf?.add(told.id);
  if (name === 'label.deleted') remove(told.id);
  else if (name === 'label.updated') hearUpdate(before, told as ShelfUpdated);
  else if (!before) return;
  else if (name === 'label.refreshing') {
    put(refreshing(before, told as LabelRefreshing));
    playFlash(told as LabelRefreshing);
  } else if (name === 'label.displayed') {
    put(displayed(before, told as LabelDisplayed));
    endFlash(told.id);
  }
}

function hearUpdate(before: ShelfLabel | null, told: ShelfUpdated): void {
  if (!before || told.revision >= before.revision) put(updated(before, told));
}

/** Follows all labels. @returns ends that */
export function startLabels(): () => void {
  const end = follow('/api/esl/events', hear, (now, seconds) => {
    connection.value = now;
    triedIn.value = seconds;
    // Without a stream nobody says that there is something to list.
    if (now === 'refused' && !listedOnce) void list();
  });
  return () => {
    end();
    clearTimeout(timer);
    timer = 0;
    labels.clear();
    standing.value = contents.value = [];
    listAgain = false;
    ready.value = listedOnce = false;
    connection.value = null;
  };
}
