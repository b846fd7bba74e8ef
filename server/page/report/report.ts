import { type Label, labels } from './data.js';
import { element } from './dom.js';
import { type Choice, isChosen, kindToggles, sayingToggles } from './groups.js';
import { labelElement } from './label.js';
import { List } from './list.js';
import { fitAll, zoomTo } from './zoom.js';

const { body } = document;
const views = ['beside', 'slider', 'flicker', 'onion', 'difference'] as const;
/** Each label shows this long while flickering: at most three flashes a second are allowed (WCAG 2.3.1). */
const flickerMs = 700;
/** Browsers limit how often a page changes its address. */
const addressMs = 250;
let paused = matchMedia('(prefers-reduced-motion: reduce)').matches;
let choice: Choice = { kind: null, says: null, search: '' };
/** The chosen labels, each with the number of hidden labels with the same words. */
let chosen: readonly { readonly label: Label; others: number }[] = [];
let at = -1;

const form = element('look', HTMLFormElement);
const pause = element('pause', HTMLButtonElement);
const search = element('search', HTMLInputElement);
const each = element('each', HTMLInputElement);
const main = element('labels', HTMLElement);
/** The inputs for the share of the actual label, by view. */
const shares = new Map(['slide', 'onion'].map((name) => [name, element(name, HTMLInputElement)]));
const list = new List(main, fitAll);

function choose(next: Choice): void {
  choice = next;
  const found = labels.filter((label) => isChosen(label, choice));
  const first = new Map<Label['group'], { readonly label: Label; others: number }>();
  for (const label of each.checked ? found : []) {
    const known = first.get(label.group);
    if (known) known.others++;
    else first.set(label.group, { label, others: 0 });
  }
  chosen = each.checked ? [...first.values()] : found.map((label) => ({ label, others: 0 }));
  at = -1;
  if (search.value !== choice.search) search.value = choice.search;
  const { length } = found;
  element('count', HTMLElement).textContent =
    `${length} of ${labels.length} ${labels.length === 1 ? 'label' : 'labels'}`;
  const toggles = kindToggles(labels, choice, (kind) => {
    chooseOf({ ...choice, kind, says: null });
  });
  element('groups', HTMLElement).hidden = toggles.length < 2 && labels.length < 2;
  element('kinds', HTMLElement).replaceChildren(...toggles);
  element('sayings', HTMLElement).replaceChildren(
    ...sayingToggles(labels, choice, (says) => {
      chooseOf({ ...choice, says });
    }),
  );
  list.show({
    count: chosen.length,
    make(i) {
      const { label, others } = chosen[i]!;
      const made = labelElement(label, {
        count: others,
        show() {
          each.checked = false;
          chooseOf({ ...choice, kind: label.group.kind, says: label.group.says });
          go(0, true);
        },
      });
      made.dataset.i = String(i);
      return made;
    },
  });
}

/** {@link choose}, and updates the address. The pressed toggle keeps the focus. */
function chooseOf(next: Choice): void {
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
  zoomTo(value === '' ? null : Number(value));
  list.resize();
}

function setPaused(value: boolean): void {
  paused = value;
  pause.textContent = value ? 'Resume' : 'Pause';
}

function go(to: number, focused: boolean): void {
  if (chosen.length === 0) return;
  at = Math.min(chosen.length - 1, Math.max(0, to));
  const made = list.reveal(at);
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
  const { kind, says } = choice;
  if (body.dataset.view !== views[0]) query.set('view', body.dataset.view!);
  const times = new FormData(form).get('zoom');
  if (typeof times === 'string' && times !== '') query.set('zoom', times);
  if (kind !== null) query.set('kind', kind);
  if (says !== null) query.set('says', says);
  if (choice.search !== '') query.set('q', choice.search);
  if (each.checked) query.set('each', '');
  if (at >= 0) query.set('label', chosen[at]!.label.name);
  return `#${query.toString()}`;
}

let timer: ReturnType<typeof setTimeout> | undefined;
function writeAddress(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    history.replaceState(null, '', address());
  }, addressMs);
}

function readAddress(): void {
  const query = new URLSearchParams(location.hash.slice(1));
  const view = query.get('view') ?? '';
  each.checked = query.has('each');
  choose({ kind: query.get('kind'), says: query.get('says'), search: query.get('q') ?? '' });
  const times = query.get('zoom') ?? '';
  zoom(/^[1-4]$/.test(times) ? times : '');
  look(views.find((known) => known === view) ?? views[0]);
  const name = query.get('label');
  const i = name === null ? -1 : chosen.findIndex(({ label }) => label.name === name);
  if (i >= 0) go(i, true);
}

setInterval(() => {
  if (!paused) body.dataset.shown = body.dataset.shown === 'actual' ? 'expected' : 'actual';
}, flickerMs);

form.addEventListener('submit', (event) => {
  event.preventDefault();
});
form.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.name === 'view') look(target.value);
  else if (target.name === 'zoom') zoom(target.value);
  else if (target === each) choose(choice);
  writeAddress();
});
form.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  if (shares.has(target.id)) setShare(target.id, target.valueAsNumber);
  else if (target === search) chooseOf({ ...choice, search: search.value });
});
pause.addEventListener('click', () => {
  setPaused(!paused);
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
  if (label) at = Number(label.dataset.i);
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
  if (down !== undefined) go(at + down, true);
  else if (key === '/') search.focus();
  else if (view === 'flicker' && body.dataset.view === view) setPaused(!paused);
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

setPaused(paused);
// Load the typeface first, so that lines do not move later. The page contains it.
void document.fonts.load('15px "Hanken Grotesk"', 'aā').finally(() => {
  form.hidden = false;
  readAddress();
});
