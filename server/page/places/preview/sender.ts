import { signal } from '@preact/signals';
import type { LabelAnswer } from '../../../http/answers.js';
import { bindLabel, sendUpdate } from '../../api/labels.js';
import { ApiError, apiErrorFrom, type Quota } from '../../api/request.js';
import { focusField } from '../../parts/controls/index.js';
import { bindingOf, updateOf } from '../../state/fields.js';
import { takeAnswer } from './live.js';
import { layout, state } from './model.js';

/** The result of the last update or binding. It stays until the next, or until the user closes it. */
export type SendOutcome =
  | { readonly kind: 'sending'; readonly label: string }
  | { readonly kind: 'done' | 'bound'; readonly label: string; readonly answer: LabelAnswer; readonly at: Date }
  | { readonly kind: 'refused'; readonly label: string; readonly error: ApiError; readonly bound: boolean };

export const outcome = signal<SendOutcome | null>(null);
/** Seconds until the next update may be sent; 0: now. */
export const wait = signal(0);
/** Announced once after the wait. */
export const freed = signal(false);

/** Sends what is typed, unless a call is pending or the server refuses more. */
export async function update(): Promise<void> {
  if (wait.peek() > 0) return;
  await attempt('done', (label) => sendUpdate(label, updateOf(state.peek())));
}

/** Binds the label to the shown panel, layout and data, or adds it. */
export async function bind(): Promise<void> {
  const chosen = layout.peek();
  if (chosen) await attempt('bound', (label) => bindLabel(label, bindingOf(state.peek(), chosen)));
}

async function attempt(kind: 'done' | 'bound', send: (label: string) => Promise<LabelAnswer>): Promise<void> {
  if (outcome.peek()?.kind === 'sending') return;
  const { label } = state.peek();
  freed.value = false;
  outcome.value = { kind: 'sending', label };
  try {
    const answer = await send(label);
    outcome.value = { kind, label, answer, at: new Date() };
    if (label === state.peek().label) takeAnswer(answer);
  } catch (error) {
    const refusal = apiErrorFrom(error);
    outcome.value = { kind: 'refused', label, error: refusal, bound: kind === 'bound' };
    const { status, quota, problems } = refusal;
    if (kind === 'done' && status === 429 && quota?.budget === 'update') countDown(quota);
    if (problems.length > 0) focusField(problems[0]!.field);
  }
}

function countDown({ resetS }: Quota): void {
  const end = performance.now() + resetS * 1000;
  const tick = (): void => {
    wait.value = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    if (wait.peek() > 0) return;
    clearInterval(timer);
    freed.value = true;
  };
  const timer = setInterval(tick, 250);
  tick();
}
