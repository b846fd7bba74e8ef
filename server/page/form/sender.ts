import type { Binding } from '../../../renderer/index.js';
import type { LabelAnswer } from '../../http/answers.js';
import { ApiError, bindLabel, sendUpdate } from '../api.js';
import { element, say } from '../dom.js';
import { focusFirstError } from './fields.js';
import { clearProblem } from './problem.js';
import { createQuota } from './quota.js';
import type { UpdateForm } from './update-form.js';

export interface Sender {
  /** Sends what is in the form. Does nothing while an answer to the call before is awaited. */
  update(): Promise<void>;
  /** Binds the label anew. */
  bind(binding: Binding): Promise<void>;
  /** Clears what it said last. */
  forget(): void;
}

/** Sends what a person decided on, and says how that went. */
export function createSender(
  form: UpdateForm,
  answered: (answer: LabelAnswer) => void,
  refused: (error: ApiError) => void,
): Sender {
  const status = element('send-status', HTMLParagraphElement);
  const quota = createQuota(() => {
    clearProblem();
    say(status, 'You can update again.');
  });
  let waiting = false;

  const attempt = async (send: () => Promise<string>): Promise<void> => {
    say(status, '');
    try {
      const words = await send();
      clearProblem();
      say(status, words);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused(error);
      if (error.quota?.budget === 'update') quota.show(error.quota, error.status === 429);
      focusFirstError();
    }
  };
  return {
    async update() {
      if (waiting) return;
      waiting = true;
      await attempt(async () => {
        const { answer, quota: standing } = await sendUpdate(form.values());
        if (standing) quota.show(standing, false);
        answered(answer);
        return `Revision ${answer.label.revision} is on the shelf.`;
      });
      waiting = false;
    },
    bind: (binding) =>
      attempt(async () => {
        answered(await bindLabel(binding));
        return 'The tag is on the shelf.';
      }),
    forget() {
      say(status, '');
    },
  };
}
