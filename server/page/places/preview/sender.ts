import { computed, signal } from '@preact/signals';
import type { BindingFields } from '../../../../renderer/index.js';
import type { LabelAnswer, LabelView } from '../../../http/answers.js';
import { bindLabel, deleteLabel, readLabel, sendUpdate } from '../../api/labels.js';
import { ApiError, apiErrorFrom, ifThere, type Quota } from '../../api/request.js';
import { focusField } from '../../parts/controls/index.js';
import { type BindingPart, bindingOfLabel, changedParts, type Showing, showingOf } from '../../state/binding.js';
import { bindingOf, updateOf } from '../../state/fields.js';
import { absent, live, takeAbsence, takeAnswer } from './live.js';
import { layout, missing, problem, state } from './model.js';

/** The result of the last request. It stays until the next, or until the user closes it. */
export type SendOutcome = { readonly label: string } & (
  | { readonly kind: 'sending' | 'removed' | 'differs' }
  | { readonly kind: 'done'; readonly answer: LabelAnswer; readonly at: Date; readonly undo: (() => unknown) | null }
  | { readonly kind: 'refused'; readonly error: ApiError; readonly again: () => unknown; readonly isHalf: boolean }
);

export const outcome = signal<SendOutcome | null>(null);
/** Seconds until the next update may be sent; 0: now. */
export const wait = signal(0);
/** Announced once after the wait. */
export const freed = signal(false);

/** What else than name, price and unit must change, so that the label shows what is seen. */
export const changes = computed((): readonly BindingPart[] => {
  const shown = live.value?.label;
  const chosen = layout.value;
  if (!shown || !chosen || missing.value.length > 0) return [];
  return changedParts(bindingOf(state.value, chosen), bindingOfLabel(shown));
});

/** Whether the label must be bound before it can show what is seen. */
export const needsBinding = computed(() => absent.value || changes.value.length > 0);

/** Makes the label show what is seen, as the button says. */
export async function sendSeen(): Promise<void> {
  if (missing.peek().length > 0 || wait.peek() > 0 || outcome.peek()?.kind === 'sending') return;
  const { label } = state.peek();
  if (live.peek()) return needsBinding.peek() ? put() : update();
  // The button does not know the label: it may not say what else would change, or another user may have added the label.
  const wasAbsent = absent.peek();
  const answer = await ifThere(readLabel(label)).catch(apiErrorFrom);
  if (answer === null) takeAbsence();
  else if (!(answer instanceof ApiError)) takeAnswer(answer);
  if (wasAbsent && absent.peek()) return put();
  if (!needsBinding.peek()) return update();
  outcome.value = { kind: 'differs', label };
}

/** Sends name, price and unit, and leaves the binding. */
export async function update(): Promise<void> {
  await attempt(update, (label) => sendUpdate(label, updateOf(state.peek())), null);
}

async function put(): Promise<void> {
  const wrong = problem.peek();
  if (wrong && wrong.problems.length > 0) {
    outcome.value = { kind: 'refused', label: state.peek().label, error: wrong, again: put, isHalf: false };
    focusField(wrong.problems[0]!.field);
    return;
  }
  const before = live.peek()?.label;
  const next = { binding: bindingOf(state.peek(), layout.peek()!), update: updateOf(state.peek()) };
  const undo = before ? undoTo(before, next) : removeAgain;
  await attempt(put, (label) => show(label, next, before && bindingOfLabel(before)), undo);
}

/** Binds a label and updates it; if that is refused, the label is bound as before. @param before undefined: it is new */
async function show(label: string, next: Showing, before: BindingFields | undefined): Promise<LabelAnswer> {
  await bindLabel(label, next.binding, before);
  try {
    return await sendUpdate(label, next.update);
  } catch (error) {
    await (before ? bindLabel(label, before, next.binding) : deleteLabel(label)).catch(() => {
      throw new HalfDone(apiErrorFrom(error));
    });
    throw error;
  }
}

/** The label was bound and not updated, and the former binding could not be restored. */
class HalfDone extends Error {
  constructor(readonly error: ApiError) {
    super(error.message);
  }
}

/** Null: it can't be undone. */
function undoTo(before: LabelView, after: Showing): (() => Promise<void>) | null {
  const former = showingOf(before);
  if (!former) return null;
  const undo = (): Promise<void> => attempt(undo, (label) => show(label, former, after.binding), null);
  return undo;
}

async function removeAgain(): Promise<void> {
  await attempt(
    removeAgain,
    async (label) => {
      await deleteLabel(label);
      return null;
    },
    null,
  );
}

/** @param send resolves to null if the label is gone */
async function attempt(
  again: () => unknown,
  send: (label: string) => Promise<LabelAnswer | null>,
  undo: (() => unknown) | null,
): Promise<void> {
  if (outcome.peek()?.kind === 'sending' || wait.peek() > 0) return;
  const { label } = state.peek();
  const isShown = (): boolean => label === state.peek().label;
  freed.value = false;
  outcome.value = { kind: 'sending', label };
  try {
    const answer = await send(label);
    outcome.value = answer ? { kind: 'done', label, answer, at: new Date(), undo } : { kind: 'removed', label };
    if (!isShown()) return;
    if (answer) takeAnswer(answer);
    else takeAbsence();
  } catch (failure) {
    const isHalf = failure instanceof HalfDone;
    const error = isHalf ? failure.error : apiErrorFrom(failure);
    outcome.value = { kind: 'refused', label, error, again, isHalf };
    const { status, quota, problems } = error;
    if (status === 429 && quota && quota.budget !== 'preview') countDown(quota);
    if (problems.length > 0 && isShown()) focusField(problems[0]!.field);
  }
}

function countDown({ resetS }: Quota): void {
  // Not the steady clock: it stops while the computer sleeps.
  const end = Date.now() + resetS * 1000;
  const tick = (): void => {
    wait.value = Math.min(resetS, Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    if (wait.peek() > 0) return;
    clearInterval(timer);
    freed.value = true;
  };
  const timer = setInterval(tick, 250);
  tick();
}
