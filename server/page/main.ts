import type { Update } from '../../renderer/index.js';
import { ApiError, listDevices, listLayouts, readLabel, readMoney } from './api.js';
import { element, say } from './dom.js';
import { type Connection, follow } from './follow.js';
import { chosenView, chosenZoom } from './form/look.js';
import { showProblem } from './form/problem.js';
import { readLink, writeLink } from './link.js';
import { type Page, createPage } from './page.js';

const example: Update = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
const connections: Readonly<Record<Connection, string>> = {
  live: 'Live',
  polling: 'Checking every 2 seconds',
  lost: 'Connection lost. Reconnecting…',
};

/** Fills the forms: with what the link says, else with the label as it is, else with the example. */
function fill({ updateForm, bindingForm, curl, previewer, liveLabel }: Page): void {
  const { label } = liveLabel.newest();
  const { fields, data } = readLink();
  updateForm.fill({ ...example, ...label.content, ...fields });
  bindingForm.begin(label, fields, data);
  curl.show(updateForm.values());
  previewer.now();
}

function listenToUpdate({ updateForm, sender, curl, previewer }: Page): void {
  const form = element('form', HTMLFormElement);
  form.addEventListener('input', () => {
    sender.forget();
    curl.show(updateForm.values());
    previewer.soon();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void sender.update();
  });
}

function listenToLook({ bindingForm, compare, preview, previewer, liveLabel }: Page): void {
  const form = element('look', HTMLFormElement);
  const zoom = element('zoom', HTMLSelectElement);
  const layout = element('layout', HTMLSelectElement);
  form.addEventListener('change', ({ target }) => {
    if (target === zoom) {
      for (const { image } of [preview, liveLabel]) image.zoom(chosenZoom());
      return;
    }
    if (target === layout) bindingForm.layoutChosen();
    compare();
    previewer.now();
    if (target instanceof HTMLInputElement && target.name === 'view') liveLabel.show(liveLabel.newest(), chosenView());
  });
  form.addEventListener('input', ({ target }) => {
    const typed =
      target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text');
    if (typed) previewer.soon();
  });
  // Enter in a field would load the page anew.
  form.addEventListener('submit', (event) => {
    event.preventDefault();
  });
}

function listenToWindow(page: Page): void {
  const { updateForm, bindingForm, dataForm, layoutList } = page;
  document.addEventListener('change', () => {
    writeLink(updateForm.values(), bindingForm.binding(), dataForm.values());
  });
  addEventListener('hashchange', () => {
    fill(page);
  });
  // Somebody who edits a layout elsewhere comes back to look at it.
  addEventListener('focus', () => void layoutList.refresh());
}

function followLabel({ hear, previewer }: Page): void {
  const place = element('connection', HTMLParagraphElement);
  follow(hear, (state) => {
    // The preview may have failed while the connection was lost.
    if (state === 'live' && place.dataset.state === 'lost') previewer.now();
    place.dataset.state = state;
    say(place, connections[state]);
  });
}

try {
  const [devices, layouts, money, label] = await Promise.all([listDevices(), listLayouts(), readMoney(), readLabel()]);
  const page = createPage({ devices, layouts, money, label });
  listenToUpdate(page);
  listenToLook(page);
  listenToWindow(page);
  fill(page);
  page.hear(label);
  followLabel(page);
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  showProblem(error);
}
