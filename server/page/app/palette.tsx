import { useSignal } from '@preact/signals';
import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks';
import { catalogue, readCatalogue } from '../api/catalogue.js';
import { listLabels } from '../api/labels.js';
import { listen } from '../browser/ends.js';
import { go } from '../browser/router.js';
import { theme, themes } from '../browser/theme.js';
import { Dialog } from '../parts/controls/index.js';
import { placeAddress } from '../parts/place-address.js';
import { useRead } from '../parts/use-read.js';
import { nameOf } from '../state/panels.js';
import { hasWords } from '../state/query.js';
import { pathOf } from '../state/shelf/address.js';
import { type Language, language, languages, texts } from '../texts/index.js';
import { places } from './places.js';

interface Command {
  readonly text: string;
  /** What it is, such as "Panel". */
  readonly kind: string;
  /** Other words that find it. */
  readonly more?: string;
  readonly run: () => unknown;
}

/** Shown commands, and labels that are read: more are found by the search of the Shelf. */
const [maxShown, maxLabels] = [40, 300];

/** Goes to places, panels, layouts and labels, presses what the page has, and sets its language and colours. */
export function Palette({ close }: { readonly close: () => unknown }) {
  const words = texts.value.palette;
  const search = useSignal('');
  const at = useSignal(0);
  const [here] = useState(pressable);
  const labels = useRead('labels', 0, readLabels)?.value ?? [];
  const id = useId();
  useEffect(() => void (catalogue.peek() ?? readCatalogue().catch(() => undefined)), []);
  const found = matching([...here, ...commands(labels)], search.value);
  const chosen = Math.min(at.value, found.length - 1);
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen, id]);
  const run = (command: Command | undefined): void => {
    close();
    // The dialog gives the focus back before.
    requestAnimationFrame(() => command?.run());
  };
  const press = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLButtonElement) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) at.value = (chosen + step + found.length) % found.length;
    else if (event.key === 'Enter' && !event.isComposing) run(found[chosen]);
    else return;
    event.preventDefault();
  };
  useLayoutEffect(() => listen(document, 'keydown', press));
  return (
    <Dialog title={words.title} close={close}>
      <input
        type="search"
        list={undefined}
        role="combobox"
        aria-label={words.title}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={`${id}-${chosen}`}
        autocomplete="off"
        autofocus
        value={search.value}
        onInput={({ currentTarget }) => {
          search.value = currentTarget.value;
          at.value = 0;
        }}
      />
      <ul id={id} class="commands" role="listbox" aria-label={words.title}>
        {found.map((command, index) => (
          <li
            key={`${command.kind} ${command.text}`}
            id={`${id}-${index}`}
            class="line"
            role="option"
            aria-selected={index === chosen}
            onClick={() => {
              run(command);
            }}
          >
            <span class="clip">{command.text}</span> <span class="soft small">{command.kind}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

async function readLabels(): Promise<readonly Command[]> {
  const kind = texts.peek().preview.fieldNames.label;
  const read: Command[] = [];
  for await (const { labels } of listLabels()) {
    for (const { id, content, sku } of labels)
      read.push(link(kind, [id, content?.product_name].filter(Boolean).join(', '), pathOf({ label: id }), '', sku));
    if (read.length >= maxLabels) break;
  }
  return read;
}

/** What can be pressed on the page, in its own words. */
function pressable(): readonly Command[] {
  const kind = texts.peek().palette.here;
  const buttons = document.querySelectorAll<HTMLElement>(
    'main :is(.button, .toggle, .chip, button.link, .segments label)',
  );
  const known = new Map<string, Command>();
  for (const button of buttons) {
    const text = (button.ariaLabel ?? button.innerText).replaceAll(/\s+/g, ' ').trim();
    if (text === '' || known.has(text) || button.ariaDisabled === 'true' || !button.checkVisibility()) continue;
    known.set(text, {
      text,
      kind,
      run() {
        button.focus();
        button.click();
      },
    });
  }
  return [...known.values()];
}

function commands(labels: readonly Command[]): readonly Command[] {
  const words = texts.value;
  const { device, layout } = words.preview.fieldNames;
  const { devices = [], layouts = [] } = catalogue.value ?? {};
  return [
    ...places.map(({ name, path }) => link(words.palette.place, words.places[name], path)),
    ...labels,
    ...layouts.map(({ id, title }) => link(layout, title, `/layouts/${id}`, '', id)),
    ...devices.map((panel) => link(device, nameOf(panel), '/', `device=${panel.id}`, `${panel.id} ${panel.vendor}`)),
    ...(Object.keys(languages) as Language[]).map((each): Command => ({
      text: languages[each],
      kind: words.language,
      run: () => (language.value = each),
    })),
    ...themes.map((each): Command => ({
      text: words.themes[each],
      kind: words.theme,
      run: () => (theme.value = each),
    })),
  ];
}

/** A command that goes to a place, see {@link placeAddress}. */
function link(kind: string, text: string, path: string, search = '', more = ''): Command {
  return {
    kind,
    text,
    more,
    run() {
      go(placeAddress(path, search));
    },
  };
}

/** The commands with all words, those that begin with the text first; then the search of the Shelf. */
function matching(all: readonly Command[], search: string): readonly Command[] {
  const text = search.trim().toLowerCase();
  if (text === '') return all.slice(0, maxShown);
  const rank = ({ text: name }: Command): number => (name.toLowerCase().startsWith(text) ? 0 : 1);
  const found = all
    .filter(({ text: name, kind, more = '' }) => hasWords(`${name} ${kind} ${more}`, text))
    .toSorted((a, b) => rank(a) - rank(b));
  const { palette: words, places: names } = texts.value;
  const query = new URLSearchParams({ q: search.trim() }).toString();
  const onShelf = link(names.shelf, words.onShelf({ text: search.trim() }), '/shelf', query);
  return [...found.slice(0, maxShown), onShelf];
}
