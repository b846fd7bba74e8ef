/** The report of a comparison: its views and its keys. */
import { element } from './dom.js';

const { body } = document;
const labels = [...document.querySelectorAll('article')];
const views: Readonly<Record<string, string>> = { s: 'beside', f: 'flicker', o: 'onion', d: 'difference' };
/** How long each label shows while flickering: nothing may flash more than three times a second (WCAG 2.3.1). */
const flickerMs = 700;
let paused = matchMedia('(prefers-reduced-motion: reduce)').matches;
let at = -1;

const form = element('look', HTMLFormElement);
const pause = element('pause', HTMLButtonElement);
const onion = element('onion', HTMLInputElement);
const scale = element('scale', HTMLSelectElement);

function look(view: string): void {
  body.dataset.view = view;
  for (const radio of document.querySelectorAll<HTMLInputElement>('[name=view]')) radio.checked = radio.value === view;
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

setInterval(() => {
  if (!paused) body.dataset.shown = body.dataset.shown === 'actual' ? 'expected' : 'actual';
}, flickerMs);

form.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === 'view') look(target.value);
});
onion.addEventListener('input', () => {
  document.documentElement.style.setProperty('--onion', String(onion.valueAsNumber / 100));
});
scale.addEventListener('change', () => {
  document.documentElement.style.setProperty('--scale', scale.value);
});
pause.addEventListener('click', () => {
  setPaused(!paused);
});
document.addEventListener('focusin', ({ target }) => {
  const label = target instanceof Element ? target.closest('article') : null;
  if (label) at = labels.indexOf(label);
});
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
  const view = views[event.key];
  if (event.key === 'j') go(1);
  else if (event.key === 'k') go(-1);
  else if (event.key === 'f' && body.dataset.view === 'flicker') setPaused(!paused);
  else if (view !== undefined) look(view);
});

setPaused(paused);
form.hidden = false;
