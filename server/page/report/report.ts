import { type ReportLabel, labels } from './data.js';
import { afterPause, element } from './dom.js';
import { type LabelFilter, isChosen, kindToggles, sayingToggles } from './groups.js';
import { labelElement } from './label.js';
import { List } from './list.js';
import { fitAll } from './zoom.js';

const { body } = document;
const views = ['beside', 'slider', 'flicker', 'onion', 'difference'] as const;
/** Each label shows this long while flickering: at most three flashes a second are allowed (WCAG 2.3.1). */
const flickerMs = 700;
/** Browsers limit how often a page changes its address. */
const addressMs = 250;

interface ReportState {
  paused: boolean;
  choice: LabelFilter;
  /** The chosen labels, each with the number of hidden labels with the same words. */
  chosen: readonly { readonly label: ReportLabel; others: number }[];
  /** The label in `chosen` that has the focus; -1: none. */
  at: number;
  /** Screen pixels per pixel of a label; null: as large as fits. */
  times: number | null;
}

const state: ReportState = {
  paused: matchMedia('(prefers-reduced-motion: reduce)').matches,
  choice: { kind: null, says: null, search: '' },
  chosen: [],
  at: -1,
  times: null,
};

const form = element('look', HTMLFormElement);
const pause = element('pause', HTMLButtonElement);
const search = element('search', HTMLInputElement);
const each = element('each', HTMLInputElement);
const main = element('labels', HTMLElement);
/** The inputs for the share of the actual label, by view. */
const shares = new Map(['slide', 'onion'].map((name) => [name, element(name, HTMLInputElement)]));
const list = new List(main, (made) => {
  fitAll(made, state.times);
});

function choose(next: LabelFilter): void {
  state.choice = next;
  const found = labels.filter((label) => isChosen(label, state.choice));
  const first = new Map<ReportLabel['group'], { readonly label: ReportLabel; others: number }>();
  for (const label of each.checked ? found : []) {
    const known = first.get(label.group);
    if (known) known.others++;
    else first.set(label.group, { label, others: 0 });
  }
  state.chosen = each.checked ? [...first.values()] : found.map((label) => ({ label, others: 0 }));
  state.at = -1;
  if (search.value !== state.choice.search) search.value = state.choice.search;
  const { length } = found;
  element('count', HTMLElement).textContent =
    `${length} of ${labels.length} ${labels.length === 1 ? 'label' : 'labels'}`;
  const toggles = kindToggles(labels, state.choice, (kind) => {
    chooseOf({ ...state.choice, kind, says: null });
  });
  element('groups', HTMLElement).hidden = toggles.length < 2 && labels.length < 2;
  element('kinds', HTMLElement).replaceChildren(...toggles);
  element('sayings', HTMLElement).replaceChildren(
    ...sayingToggles(labels, state.choice, (says) => {
      chooseOf({ ...state.choice, says });
    }),
  );
  list.show({
    count: state.chosen.length,
    make(i) {
      const { label, others } = state.chosen[i]!;
      const made = labelElement(label, {
        count: others,
        show() {
          each.checked = false;
          chooseOf({ ...state.choice, kind: label.group.kind, says: label.group.says });
          go(0, true);
        },
      });
      made.dataset.i = String(i);
      return made;
    },
  });
}

/** {@link choose}, and updates the address. The pressed toggle keeps the focus. */
function chooseOf(next: LabelFilter): void {
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
  state.times = value === '' ? null : Number(value);
  list.resize();
}

function setPaused(value: boolean): void {
  state.paused = value;
  pause.textContent = value ? 'Resume' : 'Pause';
}

function go(to: number, focused: boolean): void {
  if (state.chosen.length === 0) return;
  state.at = Math.min(state.chosen.length - 1, Math.max(0, to));
  const made = list.reveal(state.at);
  if (focused) made?.focus({ preventScroll: true });
  writeAddress();
}

function setShare(name: string, percent: number): void {
  const input = shares.get(name)!;
  input.value = String(percent);
  document.documentElement.style.setProperty(`--${name}`, String(input.valueAsNumber / 100));
}

function shareOf(view: string | undefined): string | undefined {
  return view === 'slider' ? 'slide' : view === 'onion' ? 'onion' : undefined;
}

function slideTo({ target, clientX, buttons }: PointerEvent): void {
  if (body.dataset.view !== 'slider' || buttons !== 1 || !(target instanceof Element)) return;
  const image = target.closest('.both')?.querySelector('img');
  if (!image) return;
  const { left, width } = image.getBoundingClientRect();
  setShare('slide', Math.round(((clientX - left) / width) * 100));
}

/** The state as a fragment of the address: view, zoom, choice and label. */
function address(): string {
  const query = new URLSearchParams();
  const { kind, says } = state.choice;
  if (body.dataset.view !== views[0]) query.set('view', body.dataset.view!);
  const times = new FormData(form).get('zoom');
  if (typeof times === 'string' && times !== '') query.set('zoom', times);
  if (kind !== null) query.set('kind', kind);
  if (says !== null) query.set('says', says);
  if (state.choice.search !== '') query.set('q', state.choice.search);
  if (each.checked) query.set('each', '');
  if (state.at >= 0) query.set('label', state.chosen[state.at]!.label.name);
  return `#${query.toString()}`;
}

const writeAddress = afterPause(addressMs, () => {
  history.replaceState(null, '', address());
});

function readAddress(): void {
  const query = new URLSearchParams(location.hash.slice(1));
  const view = query.get('view') ?? '';
  each.checked = query.has('each');
  choose({ kind: query.get('kind'), says: query.get('says'), search: query.get('q') ?? '' });
  const times = query.get('zoom') ?? '';
  zoom(/^[1-4]$/.test(times) ? times : '');
  look(views.find((known) => known === view) ?? views[0]);
  const name = query.get('label');
  const i = name === null ? -1 : state.chosen.findIndex(({ label }) => label.name === name);
  if (i >= 0) go(i, true);
}

setInterval(() => {
  if (!state.paused) body.dataset.shown = body.dataset.shown === 'actual' ? 'expected' : 'actual';
}, flickerMs);

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
  if (shares.has(target.id)) setShare(target.id, target.valueAsNumber);
  else if (target === search) chooseOf({ ...state.choice, search: search.value });
});
pause.addEventListener('click', () => {
  setPaused(!state.paused);
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
    if (key === 'Escape') search.blur();
    return;
  }
  const view = /^[1-5]$/.test(key) ? views[Number(key) - 1] : undefined;
  const share = shareOf(body.dataset.view);
  const aside = { ArrowLeft: -5, ArrowRight: 5 }[key];
  const down = { j: 1, k: -1 }[key] ?? (target.matches('article') ? { ArrowDown: 1, ArrowUp: -1 }[key] : undefined);
  if (down !== undefined) go(state.at + down, true);
  else if (key === '/') search.focus();
  else if (view === 'flicker' && body.dataset.view === view) setPaused(!state.paused);
  else if (view !== undefined) {
    look(view);
    writeAddress();
  } else if (share && aside && !target.matches('input, .scroll'))
    setShare(share, shares.get(share)!.valueAsNumber + aside);
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

setPaused(state.paused);
// Load the typeface first, so that lines do not move later. The page contains it.
void document.fonts.load('15px "Hanken Grotesk"', 'aā').finally(() => {
  form.hidden = false;
  readAddress();
});
