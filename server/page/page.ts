import type { DeviceView, LabelAnswer, LabelUpdated, LayoutView } from '../http/answers.js';
import { type Money, drawPreview } from './api.js';
import { createCurl } from './curl.js';
import { createBindingForm } from './form/binding-form.js';
import { createChoices } from './form/choices.js';
import { createDataForm } from './form/data-form.js';
import { bindingOf } from './form/differences.js';
import { chosenView, sayColours } from './form/look.js';
import { clearProblem, complain } from './form/problem.js';
import { createSender } from './form/sender.js';
import { createUpdateForm } from './form/update-form.js';
import { createLayoutList } from './layout-list.js';
import { createLiveLabel } from './live-label.js';
import { createPreview } from './preview.js';
import { createPreviewer } from './previewer.js';

/** What the page reads before it starts. */
export interface Loaded {
  readonly devices: readonly DeviceView[];
  readonly layouts: readonly LayoutView[];
  readonly money: Money;
  readonly label: LabelAnswer;
}

export type Page = ReturnType<typeof createPage>;

/** Joins the parts of the page: what one of them hears from the server reaches the others. */
export function createPage({ devices, layouts, money, label: first }: Loaded) {
  const updateForm = createUpdateForm();
  const dataForm = createDataForm();
  const forms = [updateForm, dataForm];
  const choices = createChoices(devices, money);
  const bindingForm = createBindingForm(
    choices,
    dataForm,
    devices,
    first.label,
    (binding) => void sender.bind(binding),
  );
  const preview = createPreview();
  const liveLabel = createLiveLabel(first);

  const compare = (): void => {
    bindingForm.compare();
    preview.compare(liveLabel.newest());
    sayColours(devices.find(({ id }) => id === choices.chosen().device));
  };
  const previewer = createPreviewer(
    (signal) => drawPreview({ ...updateForm.values(), ...bindingForm.binding(), view: chosenView() }, signal),
    (answer) => {
      const notes = forms.reduce((warnings, form) => form.remark(warnings), answer.warnings);
      clearProblem();
      preview.show(answer, notes);
      compare();
    },
    (error) => {
      preview.outdate();
      complain(error, forms);
      compare();
    },
  );
  const layoutList = createLayoutList(layouts, (read) => {
    bindingForm.offer(read);
    compare();
    previewer.now();
  });
  const hear = (updated: LabelUpdated): void => {
    const before = bindingOf(liveLabel.newest().label);
    const after = bindingOf(updated.label);
    liveLabel.show(updated, chosenView());
    bindingForm.follow(updated.label);
    if (JSON.stringify(before) !== JSON.stringify(after)) previewer.now();
    layoutList.refreshFor(updated.label);
    compare();
  };
  /** The answer to an update may come after the news of a later one, by somebody else. */
  const answered = (answer: LabelAnswer): void => {
    if (answer.label.revision >= liveLabel.newest().label.revision) hear(answer);
  };
  const sender = createSender(updateForm, answered, (error) => {
    complain(error, forms);
  });

  bindingForm.offer(layouts);
  const curl = createCurl();
  return { updateForm, dataForm, bindingForm, preview, previewer, liveLabel, layoutList, sender, curl, compare, hear };
}
