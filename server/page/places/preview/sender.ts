import { signal } from '@preact/signals';
import type { LabelAnswer } from '../../../http/answers.js';
import { bindLabel, sendUpdate } from '../../api/labels.js';
import { ApiError, apiErrorFrom, type Quota } from '../../api/request.js';
import { focusField } from '../../parts/controls/field.js';
import { bindingOf, updateOf } from '../../state/fields.js';
import { absent, hearAnswer, live } from './live.js';
import { layout, state } from './model.js';

/** What became of the last update or binding. It stays until the next, or until it is closed. */
export type Outcome =
  | { readonly kind: 'sending'; readonly label: string }
  | { readonly kind: 'done' | 'bound'; readonly label: string; readonly answer: LabelAnswer; readonly at: Date }
  | { readonly kind: 'refused'; readonly label: string; readonly error: ApiError; readonly bound: boolean };

export const outcome = signal<Outcome | null>(null);
/** Seconds until the next update may be sent; 0: now. */
export const wait = signal(0);
/** Said once when the wait is over. */
export const freed = signal(false);

let timer = 0;
let waiting = false;

/** Sends what is typed. Does nothing while the answer to the call before is awaited, or while the server lets nothing through. */
export async function update(): Promise<void> {
  if (wait.peek() > 0) return;
  await attempt('done', async (label) => {
    const { body, quota } = await sendUpdate(label, updateOf(state.peek()));
    countDown(quota, false);
    return body;
  });
}

/** Binds the label to the panel, layout and data that are shown; without a label of this name, it is added. */
export async function bind(): Promise<void> {
  const chosen = layout.peek();
  if (chosen) await attempt('bound', (label) => bindLabel(label, bindingOf(state.peek(), chosen)));
}

async function attempt(kind: 'done' | 'bound', send: (label: string) => Promise<LabelAnswer>): Promise<void> {
  if (waiting) return;
  waiting = true;
  const { label } = state.peek();
  freed.value = false;
  outcome.value = { kind: 'sending', label };
  try {
    const answer = await send(label);
    outcome.value = { kind, label, answer, at: new Date() };
    if (label === state.peek().label) hearAnswer(answer);
  } catch (error) {
    const refusal = apiErrorFrom(error);
    outcome.value = { kind: 'refused', label, error: refusal, bound: kind === 'bound' };
    if (kind === 'done') countDown(refusal.quota, refusal.status === 429);
    if (refusal.problems.length > 0) focusField(refusal.problems[0]!.field);
  } finally {
    waiting = false;
  }
}

/** Counts the seconds down in which nothing can be sent. */
function countDown(quota: Quota | null, refused: boolean): void {
  clearInterval(timer);
  wait.value = 0;
  if (!refused || quota?.budget !== 'update') return;
  const end = performance.now() + quota.resetS * 1000;
  const tick = (): void => {
    wait.value = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    if (wait.peek() > 0) return;
    clearInterval(timer);
    freed.value = true;
  };
  tick();
  timer = setInterval(tick, 250);
}

/** The revision that the label shows, as far as is known. */
export function knownRevision(): number {
  return absent.value ? 0 : (live.value?.label.revision ?? 0);
}
