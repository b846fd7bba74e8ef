import { ApiError, type Binding, type Result, bindLabel, sendUpdate } from '../api.js';
import { element, say } from '../dom.js';
import { focusFirstError } from './fields.js';
import type { Form } from './form.js';
import { showProblem } from './problem.js';
import { createQuota } from './quota.js';

export interface Sender {
  /** Sends what is in the form. While an answer is awaited, further calls do nothing. */
  update(): Promise<void>;
  /** Binds the label anew. */
  bind(binding: Binding): Promise<void>;
  /** Takes back what was said about the last one. */
  forget(): void;
}

/** Sends what a person has decided on, and says what became of it. */
export function createSender(
  form: Form,
  answered: (result: Result) => void,
  report: (error: ApiError) => void,
): Sender {
  const sent = element('sent', HTMLParagraphElement);
  const quota = createQuota(() => {
    showProblem(null);
    say(sent, 'You can update again.');
  });
  let waiting = false;

  const attempt = async (send: () => Promise<string>): Promise<void> => {
    say(sent, '');
    try {
      const words = await send();
      showProblem(null);
      say(sent, words);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      report(error);
      if (error.quota) quota.show(error.quota, error.status === 429);
      focusFirstError();
    }
  };
  return {
    async update() {
      if (waiting) return;
      waiting = true;
      await attempt(async () => {
        const { result, quota: standing } = await sendUpdate(form.values());
        if (standing) quota.show(standing, false);
        answered(result);
        return `Revision ${result.label.revision} is on the shelf.`;
      });
      waiting = false;
    },
    bind: (binding) =>
      attempt(async () => {
        answered(await bindLabel(binding));
        return 'The tag is on the shelf.';
      }),
    forget() {
      say(sent, '');
    },
  };
}
