import * as api from './api.js';
import { createChoices } from './form/choices.js';
import { createCurl } from './form/curl.js';
import { createDataForm } from './form/data-form.js';
import { element, list, say } from './dom.js';
import { createForm } from './form/form.js';
import { readLink, writeLink } from './link.js';
import { type Connection, follow } from './live.js';
import { createPicture } from './picture.js';
import { createPreviewer } from './form/preview.js';
import { showProblem } from './form/problem.js';
import { createSender } from './form/sender.js';
import { createShelf, wording } from './shelf.js';
import { bindingOf, createTag } from './form/tag.js';

const example: api.Update = { product_name: 'Organic whole milk', price: '3.50', unit: '1 L' };
const connections: Readonly<Record<Connection, string>> = {
  live: 'Live',
  polling: 'Looks every 2 seconds',
  lost: 'Connection lost. Trying again…',
};

function run(
  devices: readonly api.Device[],
  known: readonly api.Layout[],
  { locales, currencies }: api.Money,
  first: api.Result,
): void {
  const updateForm = element('form', HTMLFormElement);
  const lookForm = element('look', HTMLFormElement);
  const zoom = element('zoom', HTMLSelectElement);
  const layoutSelect = element('layout', HTMLSelectElement);
  const live = element('live', HTMLParagraphElement);
  const previewState = element('preview-state', HTMLSpanElement);
  const previewStage = element('preview-stage', HTMLDivElement);
  const previewNotes = element('preview-notes', HTMLUListElement);

  const form = createForm();
  const curl = createCurl();
  const shelf = createShelf();
  const preview = createPicture(previewStage, element('preview', HTMLImageElement));
  const data = createDataForm();
  const choices = createChoices(devices, locales, currencies);
  const tag = createTag(choices, data, devices, first.label, (binding) => void sender.bind(binding));
  let layouts = known;
  let hanging = first;
  let drawn: api.Preview | null = null;

  const view = (): api.View => (new FormData(lookForm).get('view') === 'panel' ? 'panel' : 'ink');

  const previewer = createPreviewer(
    (signal) => {
      const fields = { ...form.values(), ...tag.binding(), view: view() };
      return api.drawPreview(fields, signal);
    },
    (result) => {
      drawn = result;
      showProblem(null);
      list(previewNotes, data.remark(form.remark(result.warnings)));
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
    tag.compare();
    previewStage.classList.toggle('stale', drawn === null);
    const same = drawn?.image.sha256 === image.sha256 && drawn.label.device === label.device;
    say(previewState, drawn === null ? '(not up to date)' : same ? '(same as on the shelf)' : '(not sent)');
  };

  const report = (error: api.ApiError): void => {
    const rest = data.complain(form.complain(error.errors));
    if (error.errors.length === 0) showProblem(error);
    else if (rest.length > 0) showProblem(error, `${rest.map(({ message }) => message).join('. ')}.`);
    else showProblem(null);
  };

  const heard = (result: api.Result): void => {
    const before = bindingOf(hanging.label);
    const after = bindingOf(result.label);
    hanging = result;
    shelf.show(result, view());
    tag.follow(result.label);
    if (JSON.stringify(before) !== JSON.stringify(after)) previewer.now();
    // A layout that came, or was changed, since the list was read.
    const { layout, layout_version: version } = result.label;
    const listed = layouts.find(({ id }) => id === layout)?.version;
    if (listed === undefined || (version ?? 0) > listed) void readLayouts();
    compare();
  };
  const readLayouts = async (): Promise<void> => {
    // Nobody waits for it: what was read before holds.
    const read = await api.listLayouts().catch(() => layouts);
    if (JSON.stringify(read) === JSON.stringify(layouts)) return;
    layouts = read;
    tag.offer(layouts);
    compare();
    previewer.now();
  };
  /** An answer may come after the news of a later update by somebody else. */
  const answered = (result: api.Result): void => {
    if (result.label.revision >= hanging.label.revision) heard(result);
  };

  const sender = createSender(form, answered, report);

  const begin = (): void => {
    const { fields, data: texts } = readLink();
    form.fill({ ...example, ...hanging.label.content, ...fields });
    tag.begin(hanging.label, fields, texts);
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
    if (target === layoutSelect) tag.layoutChosen();
    compare();
    previewer.now();
    if (target instanceof HTMLInputElement && target.name === 'view') shelf.show(hanging, view());
  });
  lookForm.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'text') previewer.soon();
  });
  // Pressing Enter in a field would load the page anew.
  lookForm.addEventListener('submit', (event) => {
    event.preventDefault();
  });
  document.addEventListener('change', () => {
    writeLink(form.values(), tag.binding(), data.values());
  });
  addEventListener('hashchange', begin);
  // Whoever writes a layout in an editor comes back to look at it.
  addEventListener('focus', () => void readLayouts());

  tag.offer(layouts);
  begin();
  heard(first);
  follow(heard, (state) => {
    // A preview that failed while nobody answered.
    if (state === 'live' && live.dataset.state === 'lost') previewer.now();
    live.dataset.state = state;
    say(live, connections[state]);
  });
}

try {
  run(...(await Promise.all([api.listDevices(), api.listLayouts(), api.readMoney(), api.readLabel()])));
} catch (error) {
  if (!(error instanceof api.ApiError)) throw error;
  showProblem(error);
}
