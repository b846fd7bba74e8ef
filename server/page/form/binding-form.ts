import type { Binding, DataField, DataValue } from '../../../renderer/index.js';
import type { DeviceView, LabelView, LayoutView } from '../../http/answers.js';
import { type Choice, type Choices, describe } from './choices.js';
import type { Data, DataForm } from './data-form.js';
import { bindingOf, differences, sameData } from './differences.js';
import { element, say } from '../dom.js';
import { factsOf, nameOf } from './devices.js';

/** What a tag is bound with: panel, layout, language, currency and the layout's data. */
export interface BindingForm {
  /** The binding to send; what has no field here stays as it is on the shelf. */
  binding(): Binding;
  /** Fills the form with the binding of the label on the shelf, except for what is wanted otherwise. */
  begin(live: LabelView, wanted: Partial<Choice>, data: Data): void;
  /** Shows the fields of the layout that was just chosen. */
  layoutChosen(): void;
  /** Lists the layouts as they now are. */
  offer(layouts: readonly LayoutView[]): void;
  /** Takes over what changed on the shelf, wherever the form had not been changed. */
  follow(live: LabelView): void;
  /** Says how the label on the shelf differs, and offers to put this tag there. */
  compare(): void;
}

export function createBindingForm(
  choices: Choices,
  data: DataForm,
  devices: readonly DeviceView[],
  first: LabelView,
  bind: (binding: Binding) => void,
): BindingForm {
  let layouts = new Map<string, LayoutView>();
  let live = first;
  /** The id of the layout to choose; the list may get it later. */
  let wantedLayout = first.layout;

  const layout = () => layouts.get(choices.chosen().layout);
  const show = (typed: Data = {}): void => {
    const same = live.layout === choices.chosen().layout;
    data.show(layout(), (name, field) => typed[name] ?? live.data[name] ?? suggested(field, same));
    describe(layout());
  };
  const binding = (): Binding => {
    const values = data.values();
    const others = Object.entries(live.data).filter(([name]) => values[name] === undefined);
    const filled = Object.entries(values).filter(([, text]) => text !== '');
    return { ...bindingOf(live), ...choices.chosen(), data: Object.fromEntries([...others, ...filled]) };
  };
  element('bind', HTMLButtonElement).addEventListener('click', () => {
    bind(binding());
  });
  return {
    binding,
    begin(label, wanted, texts) {
      live = label;
      wantedLayout = wanted.layout ?? label.layout;
      choices.choose({ ...label, ...wanted });
      show(texts);
    },
    layoutChosen() {
      wantedLayout = choices.chosen().layout;
      show();
    },
    offer(offered) {
      layouts = new Map(offered.map((one) => [one.id, one]));
      choices.offer(offered);
      choices.choose({ layout: wantedLayout });
      show(data.values());
    },
    follow(label) {
      const before = live;
      const chosen = choices.chosen();
      const untouched = sameData(binding().data, before.data) && chosen.layout === before.layout;
      live = label;
      if (wantedLayout === before.layout) wantedLayout = label.layout;
      choices.choose(unchanged(chosen, before, label));
      show(untouched ? {} : data.values());
    },
    compare() {
      showDifferences(devices, live, choices.chosen().device, differences(binding(), layout(), live));
    },
  };
}

/** A new layout starts with its examples, so that people see what goes where. */
function suggested({ required = false, example = '' }: DataField, bound: boolean): DataValue {
  return bound && !required ? '' : example;
}

/** What changed on the shelf, of the choices that were the same as on the shelf. */
function unchanged(chosen: Choice, before: LabelView, { device, layout, locale, currency }: LabelView) {
  return {
    ...(chosen.device === before.device && { device }),
    ...(chosen.layout === before.layout && { layout }),
    ...(chosen.locale === before.locale && { locale }),
    ...(chosen.currency === before.currency && { currency }),
  };
}

/** Says what the panel is and how the label on the shelf differs; shows the button if it does. */
function showDifferences(
  devices: readonly DeviceView[],
  live: LabelView,
  chosenId: string,
  others: readonly string[],
): void {
  const chosen = devices.find(({ id }) => id === chosenId);
  const device = devices.find(({ id }) => id === live.device);
  const samePanel = chosenId === live.device;
  const words = [...(samePanel ? [] : [device ? nameOf(device) : live.device]), ...others];
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(words);
  const comparison = words.length === 0 ? 'This tag is on the shelf.' : `On the shelf: ${list}.`;
  say(element('binding-summary', HTMLParagraphElement), chosen ? `${factsOf(chosen)}. ${comparison}` : comparison);
  element('bind', HTMLButtonElement).hidden = words.length === 0;
}
