import { type ReportLabel, labels } from './data.js';
import { element } from './dom.js';
import { type ReportFilter, isChosen, kindToggles, sayingToggles } from './groups.js';
import { labelElement } from './label.js';
import { List } from './list.js';
import { fitAll } from './zoom.js';

const { body } = document;
const views = ['beside', 'slider', 'difference'] as const;
/** Browsers limit how often a page changes its address. */
const addressMs = 250;

interface ReportState {
  choice: ReportFilter;
  /** The chosen labels, each with the number of hidden labels with the same words. */
  chosen: readonly { readonly label: ReportLabel; others: number }[];
  /** The label in `chosen` that has the focus; -1: none. */
  at: number;
}

const state: ReportState = {
  choice: { kind: null, says: null },
  chosen: [],
  at: -1,
};

const form = element('look', HTMLFormElement);
const search = element('search', HTMLInputElement);
const each = element('each', HTMLInputElement);
const main = element('labels', HTMLElement);
const slide = element('slide', HTMLInputElement);
const list = new List(main, (made) => {
  fitAll(made, times());
});

function choose(next: ReportFilter): void {
  state.choice = next;
  const found = labels.filter((label) => isChosen(label, next, search.value));
  const first = new Map<ReportLabel['group'], { readonly label: ReportLabel; others: number }>();
  for (const label of each.checked ? found : []) {
    const known = first.get(label.group);
    if (known) known.others++;
    else first.set(label.group, { label, others: 0 });
  }
  const chosen = each.checked ? [...first.values()] : found.map((label) => ({ label, others: 0 }));
  state.chosen = chosen;
  state.at = -1;
  const { length } = found;
  element('count', HTMLElement).textContent =
    `${length} of ${labels.length} ${labels.length === 1 ? 'label' : 'labels'}`;
  const toggles = kindToggles(labels, next, (kind) => {
    chooseOf({ kind, says: null });
  });
  element('groups', HTMLElement).hidden = toggles.length < 2 && labels.length < 2;
  element('kinds', HTMLElement).replaceChildren(...toggles);
  element('sayings', HTMLElement).replaceChildren(
    ...sayingToggles(labels, next, (says) => {
      chooseOf({ ...next, says });
    }),
  );
  list.show({
    count: chosen.length,
    make(i) {
      const { label, others } = chosen[i]!;
      const made = labelElement(label, others, () => {
        each.checked = false;
        chooseOf(label.group);
        go(0, true);
      });
      made.dataset.i = String(i);
      return made;
    },
  });
}

/** {@link choose}, and updates the address. The pressed toggle keeps the focus. */
function chooseOf(next: ReportFilter): void {
  const focused = document.activeElement?.closest('.toggles');
  const title = document.activeElement instanceof HTMLElement ? document.activeElement.title : '';
  choose(next);
  const again = [...(focused?.children ?? [])].find(
    (toggle) => toggle instanceof HTMLElement && toggle.title === title,
  );
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  writeAddress();
}

function look(view: string): void {
  body.dataset.view = view;
  for (const radio of document.querySelectorAll<HTMLInputElement>('[name=view]')) radio.checked = radio.value === view;
  list.resize();
}

function zoom(value: string): void {
  for (const radio of document.querySelectorAll<HTMLInputElement>('[name=zoom]')) radio.checked = radio.value === value;
  list.resize();
}

/** Screen pixels per pixel of a label, as the form says; null: as large as fits. */
function times(): number | null {
  const value = new FormData(form).get('zoom');
  return typeof value === 'string' && value !== '' ? Number(value) : null;
}

function go(to: number, focused: boolean): void {
  const { length } = state.chosen;
  if (length === 0) return;
  state.at = Math.min(length - 1, Math.max(0, to));
  const made = list.reveal(state.at);
  if (focused) made?.focus({ preventScroll: true });
  writeAddress();
}

function setSlide(percent: number): void {
  slide.value = String(percent);
  document.documentElement.style.setProperty('--slide', String(slide.valueAsNumber / 100));
}

function slideTo({ target, clientX, buttons }: PointerEvent): void {
  if (body.dataset.view !== 'slider' || buttons !== 1 || !(target instanceof Element)) return;
  const image = target.closest('.both')?.querySelector('img');
  if (!image) return;
  const { left, width } = image.getBoundingClientRect();
  setSlide(Math.round(((clientX - left) / width) * 100));
}

/** The state as a fragment of the address: view, zoom, choice and label. */
function address(): string {
  const query = new URLSearchParams();
  const { at, chosen, choice } = state;
  const { kind, says } = choice;
  if (body.dataset.view !== views[0]) query.set('view', body.dataset.view!);
  if (times() !== null) query.set('zoom', String(times()));
  if (kind !== null) query.set('kind', kind);
  if (says !== null) query.set('says', says);
  if (search.value !== '') query.set('q', search.value);
  if (each.checked) query.set('each', '');
  if (at >= 0) query.set('label', chosen[at]!.label.name);
  return `#${query.toString()}`;
}

let writing: ReturnType<typeof setTimeout> | undefined;
function writeAddress(): void {
  clearTimeout(writing);
  writing = setTimeout(() => {
    history.replaceState(null, '', address());
  }, addressMs);
}

function readAddress(): void {
  const query = new URLSearchParams(location.hash.slice(1));
  const view = query.get('view') ?? '';
  each.checked = query.has('each');
  search.value = query.get('q') ?? '';
  choose({ kind: query.get('kind'), says: query.get('says') });
  const times = query.get('zoom') ?? '';
  zoom(/^[1-4]$/.test(times) ? times : '');
  look(views.find((known) => known === view) ?? views[0]);
  const name = query.get('label');
  const i = name === null ? -1 : state.chosen.findIndex(({ label }) => label.name === name);
  if (i >= 0) go(i, true);
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
});
form.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.name === 'view') look(target.value);
  else if (target.name === 'zoom') zoom(target.value);
  else if (target === each) choose(state.choice);
  writeAddress();
});
form.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  if (target === slide) setSlide(target.valueAsNumber);
  else if (target === search) chooseOf(state.choice);
});
document.addEventListener('pointerdown', slideTo);
document.addEventListener('pointermove', slideTo);
// Pictures next to each other scroll together.
document.addEventListener(
  'scroll',
  ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches('.scroll')) return;
    for (const other of target.closest('.pictures')!.querySelectorAll('.scroll'))
      if (other !== target) other.scrollLeft = target.scrollLeft;
  },
  true,
);
document.addEventListener('focusin', ({ target }) => {
  const label = target instanceof Element ? target.closest<HTMLElement>('article') : null;
  if (label) state.at = Number(label.dataset.i);
});
document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
  if (target.matches('[type=search]')) {
    if (key !== 'Escape') return;
    // Otherwise the browser empties the field, and the filter would differ from it.
    event.preventDefault();
    search.blur();
    return;
  }
  const view = /^[1-3]$/.test(key) ? views[Number(key) - 1] : undefined;
  const aside = { ArrowLeft: -5, ArrowRight: 5 }[key];
  const down = { j: 1, k: -1 }[key] ?? (target.matches('article') ? { ArrowDown: 1, ArrowUp: -1 }[key] : undefined);
  if (down !== undefined) go(state.at + down, true);
  else if (key === '/') search.focus();
  else if (view !== undefined) {
    look(view);
    writeAddress();
  } else if (body.dataset.view === 'slider' && aside && !target.matches('input, .scroll'))
    setSlide(slide.valueAsNumber + aside);
  else return;
  event.preventDefault();
});
addEventListener('resize', () => {
  list.resize();
});
new ResizeObserver(() => {
  document.documentElement.style.setProperty('--top', `${form.offsetHeight}px`);
}).observe(form);
addEventListener('hashchange', readAddress);

// Load the typeface first, so that lines do not move later. The page contains it.
void document.fonts.load('15px "Hanken Grotesk"', 'aā').finally(() => {
  form.hidden = false;
  readAddress();
});
