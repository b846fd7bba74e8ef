/** The report of a comparison: its views and its keys. */
import { element } from './dom.js';
import { fitAll, zoomTo } from './zoom.js';

const { body } = document;
const labels = [...document.querySelectorAll('article')];
const views: Readonly<Record<string, string>> = {
  s: 'beside',
  l: 'slider',
  f: 'flicker',
  o: 'onion',
  d: 'difference',
};
/** How long each label shows while flickering: nothing may flash more than three times a second (WCAG 2.3.1). */
const flickerMs = 700;
let paused = matchMedia('(prefers-reduced-motion: reduce)').matches;
let at = -1;

const form = element('look', HTMLFormElement);
const pause = element('pause', HTMLButtonElement);
/** The share of the actual label, by the view that it is for. */
const shares = new Map(['slide', 'onion'].map((name) => [name, element(name, HTMLInputElement)]));

function look(view: string): void {
  body.dataset.view = view;
  for (const radio of document.querySelectorAll<HTMLInputElement>('[name=view]')) radio.checked = radio.value === view;
  fitAll();
}

function setPaused(value: boolean): void {
  paused = value;
  pause.textContent = value ? 'Resume' : 'Pause';
}

function go(step: number): void {
  at = Math.min(labels.length - 1, Math.max(0, at + step));
  labels[at]?.focus({ preventScroll: true });
  labels[at]?.scrollIntoView({ block: 'start' });
}

function setShare(name: string, percent: number): void {
  const input = shares.get(name)!;
  input.value = String(percent);
  document.documentElement.style.setProperty(`--${name}`, String(input.valueAsNumber / 100));
}

/** The name of the share that the view has; undefined: none. */
function shareOf(view: string | undefined): string | undefined {
  return view === 'slider' ? 'slide' : view === 'onion' ? 'onion' : undefined;
}

/** Puts the line of the slider where the pointer is. */
function slideTo({ target, clientX, buttons }: PointerEvent): void {
  if (body.dataset.view !== 'slider' || buttons !== 1 || !(target instanceof Element)) return;
  const image = target.closest('.both')?.querySelector('img');
  if (!image) return;
  const { left, width } = image.getBoundingClientRect();
  setShare('slide', Math.round(((clientX - left) / width) * 100));
}

setInterval(() => {
  if (!paused) body.dataset.shown = body.dataset.shown === 'actual' ? 'expected' : 'actual';
}, flickerMs);

form.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.name === 'view') look(target.value);
  else if (target.name === 'zoom') zoomTo(target.value === '' ? null : Number(target.value));
});
form.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && shares.has(target.id)) setShare(target.id, target.valueAsNumber);
});
pause.addEventListener('click', () => {
  setPaused(!paused);
});
document.addEventListener('pointerdown', slideTo);
document.addEventListener('pointermove', slideTo);
// Pictures that stand side by side are scrolled together.
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
  const label = target instanceof Element ? target.closest('article') : null;
  if (label) at = labels.indexOf(label);
});
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const view = views[event.key];
  const share = shareOf(body.dataset.view);
  const step = { ArrowLeft: -5, ArrowRight: 5 }[event.key];
  if (event.key === 'j') go(1);
  else if (event.key === 'k') go(-1);
  else if (event.key === 'f' && body.dataset.view === 'flicker') setPaused(!paused);
  else if (view !== undefined) look(view);
  else if (share && step && event.target instanceof Element && !event.target.matches('input, .scroll'))
    setShare(share, shares.get(share)!.valueAsNumber + step);
});
addEventListener('resize', fitAll);

setPaused(paused);
form.hidden = false;
look('beside');
