import * as api from './api.js';
import { createCurl } from './curl.js';
import { element, list, say } from './dom.js';
import { createForm } from './form.js';
import { readLink, writeLink } from './link.js';
import { type Connection, follow } from './live.js';
import { createPanels } from './panels.js';
import { createPicture } from './picture.js';
import { createPreviewer } from './preview.js';
import { showProblem } from './problem.js';
import { createSender } from './sender.js';
import { createShelf, wording } from './shelf.js';

const example: api.Update = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
const connections: Readonly<Record<Connection, string>> = {
  live: 'Live',
  polling: 'Looks every 2 seconds',
  lost: 'Connection lost. Trying again…',
};

function run(devices: readonly api.Device[], first: api.Result): void {
  const updateForm = element('form', HTMLFormElement);
  const lookForm = element('look', HTMLFormElement);
  const zoom = element('zoom', HTMLSelectElement);
  const live = element('live', HTMLParagraphElement);
  const previewState = element('preview-state', HTMLSpanElement);
  const previewStage = element('preview-stage', HTMLDivElement);
  const previewNotes = element('preview-notes', HTMLUListElement);

  const form = createForm();
  const curl = createCurl();
  const shelf = createShelf();
  const preview = createPicture(previewStage, element('preview', HTMLImageElement));
  const panels = createPanels(devices, (device) => void sender.bind({ ...bindingOf(hanging.label), device }));
  let hanging = first;
  let drawn: api.Preview | null = null;

  const view = (): api.View => (new FormData(lookForm).get('view') === 'panel' ? 'panel' : 'ink');

  const previewer = createPreviewer(
    (signal) => {
      const fields = { ...form.values(), ...bindingOf(hanging.label), device: panels.chosen(), view: view() };
      return api.drawPreview(fields, signal);
    },
    (result) => {
      drawn = result;
      showProblem(null);
      list(previewNotes, form.remark(result.warnings));
      void preview.show(result.image.data_uri, wording(result.label.content));
      compare();
    },
    (error) => {
      drawn = null;
      report(error);
      compare();
    },
  );

  /** The two pictures must not be taken for each other. */
  const compare = (): void => {
    const { label, image } = hanging;
    panels.compare(label.device);
    previewStage.classList.toggle('stale', drawn === null);
    const same = drawn?.image.sha256 === image.sha256 && drawn.label.device === label.device;
    say(previewState, drawn === null ? '(not up to date)' : same ? '(same as on the shelf)' : '(not sent)');
  };

  const report = (error: api.ApiError): void => {
    const rest = form.complain(error.errors);
    if (error.errors.length === 0) showProblem(error);
    else if (rest.length > 0) showProblem(error, `${rest.map(({ message }) => message).join('. ')}.`);
    else showProblem(null);
  };

  const heard = (result: api.Result): void => {
    const before = bindingOf(hanging.label);
    const after = bindingOf(result.label);
    hanging = result;
    shelf.show(result, view());
    if (panels.chosen() === before.device) panels.choose(after.device);
    if (JSON.stringify(before) !== JSON.stringify(after)) previewer.now();
    compare();
  };
  /** An answer may come after the news of a later update by somebody else. */
  const answered = (result: api.Result): void => {
    if (result.label.revision >= hanging.label.revision) heard(result);
  };

  const sender = createSender(form, answered, report);

  const begin = (): void => {
    const { device, ...fields } = readLink();
    form.fill({ ...example, ...hanging.label.content, ...fields });
    panels.choose(device ?? hanging.label.device);
    curl.show(form.values());
    previewer.now();
  };

  updateForm.addEventListener('input', () => {
    sender.forget();
    curl.show(form.values());
    previewer.soon();
  });
  updateForm.addEventListener('submit', (event) => {
    event.preventDefault();
    void sender.update();
  });
  lookForm.addEventListener('change', ({ target }) => {
    if (target === zoom) {
      const wanted = zoom.value === 'fit' ? 'fit' : Number(zoom.value);
      preview.zoom(wanted);
      shelf.picture.zoom(wanted);
      return;
    }
    compare();
    previewer.now();
    if (target instanceof HTMLInputElement) shelf.show(hanging, view());
  });
  document.addEventListener('change', () => {
    writeLink({ ...form.values(), device: panels.chosen() });
  });
  addEventListener('hashchange', begin);

  begin();
  heard(first);
  follow(heard, (state) => {
    // A preview that failed while nobody answered.
    if (state === 'live' && live.dataset.state === 'lost') previewer.now();
    live.dataset.state = state;
    say(live, connections[state]);
  });
}

function bindingOf({ device, layout, sku, locale, currency, time_zone, data }: api.Label): api.Binding {
  return { device, layout, sku, locale, currency, time_zone, data };
}

try {
  run(...(await Promise.all([api.listDevices(), api.readLabel()])));
} catch (error) {
  if (!(error instanceof api.ApiError)) throw error;
  showProblem(error);
}
