import type { Binding } from '../../../renderer/index.js';
import type { DeviceView, LayoutView } from '../../http/answers.js';
import type { Money } from '../api.js';
import { element, say } from '../dom.js';
import { factsOf, nameOf } from './devices.js';

const names = ['device', 'layout', 'locale', 'currency'] as const;

/** What is chosen from lists. */
export type Choice = Pick<Binding, (typeof names)[number]>;

export interface Choices {
  chosen(): Choice;
  /** Chooses what is in the lists, and keeps the rest as it is. */
  choose(wanted: Partial<Choice>): void;
  /** Fills the list of layouts anew; the chosen one stays if it is still there. */
  offer(layouts: readonly LayoutView[]): void;
}

/** The lists of panels (smallest first), layouts, languages and currencies. */
export function createChoices(devices: readonly DeviceView[], { locales, currencies }: Money): Choices {
  const selectOf = (name: (typeof names)[number]) => element(name, HTMLSelectElement);
  const selects = {
    device: selectOf('device'),
    layout: selectOf('layout'),
    locale: selectOf('locale'),
    currency: selectOf('currency'),
  };
  const bySize = [...devices].sort((a, b) => a.width * a.height - b.width * b.height);
  selects.device.replaceChildren(
    ...bySize.map((device) => new Option(`${nameOf(device)} · ${factsOf(device)}`, device.id)),
  );
  const languages = named(locales, 'language').sort((a, b) => a.name.localeCompare(b.name, 'en'));
  selects.locale.replaceChildren(...languages.map(({ id, name }) => new Option(`${name} · ${id}`, id)));
  const money = named([...currencies].sort(), 'currency');
  selects.currency.replaceChildren(...money.map(({ id, name }) => new Option(`${id} · ${name}`, id)));

  const choose = (select: HTMLSelectElement, id: string | undefined): void => {
    if ([...select.options].some(({ value }) => value === id)) select.value = id!;
  };
  return {
    chosen: () => ({
      device: selects.device.value,
      layout: selects.layout.value,
      locale: selects.locale.value,
      currency: selects.currency.value,
    }),
    choose(wanted) {
      for (const name of names) choose(selects[name], wanted[name]);
    },
    offer(layouts) {
      const before = selects.layout.value;
      selects.layout.replaceChildren(...layouts.map(({ id, title }) => new Option(titled(id, title), id)));
      choose(selects.layout, before);
    },
  };
}

/** Says below the list what the chosen layout is for. */
export function describe(layout: LayoutView | undefined): void {
  say(element('layout-description', HTMLParagraphElement), layout?.description ?? '');
}

/** Two layouts may share a title, so an id that differs from the title stands beside it. */
function titled(id: string, title: string): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return plain(id) === plain(title) ? title : `${title} · ${id}`;
}

function named(ids: readonly string[], type: 'language' | 'currency'): { id: string; name: string }[] {
  const display = new Intl.DisplayNames(['en'], { type });
  return ids.map((id) => ({ id, name: display.of(id) ?? id }));
}
