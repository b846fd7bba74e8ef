import type { Binding, DataField, Device, Label, Layout } from '../api.js';
import { type Choice, type Choices, describe } from './choices.js';
import type { Data, DataForm } from './data-form.js';
import { element, say } from '../dom.js';
import { facts, nameOf } from './panels.js';

/** The tag as it is set up here: panel, layout, language, currency and the layout's data. */
export interface Tag {
  /** What would be bound; what the page has no field for stays as it is on the shelf. */
  binding(): Binding;
  /** Begins with the tag on the shelf, but for what is wanted otherwise. */
  begin(hanging: Label, wanted: Partial<Choice>, data: Data): void;
  /** Another layout was chosen. */
  layoutChosen(): void;
  /** The layouts as they are now. */
  offer(layouts: readonly Layout[]): void;
  /** What is on the shelf now: what was the same here goes along. */
  follow(hanging: Label): void;
  /** Says what is different on the shelf, and offers to put this there. */
  compare(): void;
}

export function createTag(
  choices: Choices,
  data: DataForm,
  devices: readonly Device[],
  first: Label,
  bind: (binding: Binding) => void,
): Tag {
  const says = element('device-says', HTMLParagraphElement);
  const button = element('bind', HTMLButtonElement);
  const panels = new Map(devices.map((device) => [device.id, device]));
  let layouts = new Map<string, Layout>();
  let hanging = first;
  /** The id of the layout to choose; it may come into the list later. */
  let wantedLayout = first.layout;

  const layout = () => layouts.get(choices.chosen().layout);
  /** What is on the shelf; on another layout the examples, so that it is seen at once what goes where. */
  const given = (name: string, { required = false, example = '' }: DataField): string => {
    const same = hanging.layout === choices.chosen().layout;
    return hanging.data[name] ?? (same && !required ? '' : example);
  };
  const show = (typed: Data = {}): void => {
    data.show(layout(), (name, field) => typed[name] ?? given(name, field));
    describe(layout());
  };
  const binding = (): Binding => {
    const values = data.values();
    const others = Object.entries(hanging.data).filter(([name]) => values[name] === undefined);
    const filled = Object.entries(values).filter(([, text]) => text !== '');
    return { ...bindingOf(hanging), ...choices.chosen(), data: Object.fromEntries([...others, ...filled]) };
  };

  const differences = (): readonly string[] => {
    const here = binding();
    const version = hanging.layout_version ?? layout()?.version;
    return [
      ...(here.layout === hanging.layout ? [] : ['another layout']),
      ...(here.layout === hanging.layout && version !== layout()?.version ? ['an older version of the layout'] : []),
      ...(here.locale === hanging.locale ? [] : ['another language']),
      ...(here.currency === hanging.currency ? [] : ['another currency']),
      ...(sameData(here.data, hanging.data) ? [] : ['other values']),
    ];
  };

  button.addEventListener('click', () => {
    bind(binding());
  });
  return {
    binding,
    begin(label, wanted, texts) {
      hanging = label;
      wantedLayout = wanted.layout ?? label.layout;
      choices.choose({ ...bindingOf(label), ...wanted });
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
      const before = hanging;
      const chosen = choices.chosen();
      const untouched = sameData(binding().data, before.data) && chosen.layout === before.layout;
      const { device, layout, locale, currency } = label;
      hanging = label;
      if (wantedLayout === before.layout) wantedLayout = layout;
      choices.choose({
        ...(chosen.device === before.device && { device }),
        ...(chosen.layout === before.layout && { layout }),
        ...(chosen.locale === before.locale && { locale }),
        ...(chosen.currency === before.currency && { currency }),
      });
      show(untouched ? {} : data.values());
    },
    compare() {
      const chosen = panels.get(choices.chosen().device);
      const other = panels.get(hanging.device);
      const rest = differences();
      const samePanel = chosen?.id === hanging.device;
      const words = [...(samePanel ? [] : [other ? nameOf(other) : hanging.device]), ...rest];
      const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(words);
      const where = words.length === 0 ? 'This is on the shelf.' : `On the shelf is ${list}.`;
      say(says, chosen ? `${facts(chosen)}. ${where}` : where);
      button.hidden = words.length === 0;
    },
  };
}

export function bindingOf({ device, layout, sku, locale, currency, time_zone, data }: Label): Binding {
  return { device, layout, sku, locale, currency, time_zone, data };
}

function sameData(a: Data, b: Data): boolean {
  const text = (data: Data): string => JSON.stringify(Object.entries(data).sort(([x], [y]) => (x < y ? -1 : 1)));
  return text(a) === text(b);
}
