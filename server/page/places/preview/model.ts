import { computed, effect, signal } from '@preact/signals';
import { findDevice, findLayout } from '../../api/catalogue.js';
import { drawPreview, type PreviewFields } from '../../api/previews.js';
import { createAddressState } from '../../browser/address-state.js';
import { address } from '../../browser/router.js';
import { decoded } from '../../parts/label/decoded.js';
import { inLocale, previewFields } from '../../state/fields.js';
import { type PreviewState, readState, writeState } from '../../state/preview-state.js';
import { missingFrom } from '../missing.js';
import { createDrawing } from './previewer.js';

/** What Preview shows. */
export const { state, change, set, choose } = createAddressState<PreviewState>(readState, writeState);

/** The panel and the layout that are named; undefined for one that this server does not have. */
export const device = computed(() => findDevice(state.value.device));
export const layout = computed(() => findLayout(state.value.layout));

/** What the address names and this server does not have. */
export const missing = computed(() => missingFrom(state.value));

const drawing = createDrawing(async (fields: PreviewFields, signal) => {
  const answer = await drawPreview(fields, signal);
  return { answer, image: await decoded(answer.image.data_uri) };
});

/** The newest picture of what was typed, decoded, with all that the server says about it. */
export const drawn = drawing.picture;
/** Why what is typed can't be drawn; null: it can. */
export const { problem } = drawing;

/** Whether buttons replace the rows of pictures by which panels and layouts are chosen. */
export const folded = signal(false);
/** Whether this is a first visit: the address says nothing, or the form that changes it still has the focus. */
export const welcome = signal(false);
/** Which dialog with all panels or all layouts is open. */
export const choosing = signal<'device' | 'layout' | null>(null);

export function chooseLocale(locale: string): PreviewState {
  return change(inLocale(state.peek(), locale, layout.peek()));
}

/** Draws whatever is typed, and follows the browser's buttons. @returns ends that */
export function startModel(): () => void {
  welcome.value = address.peek().search === '';
  const endWelcome = (): void => {
    if (address.peek().search !== '' && !isTyping()) welcome.value = false;
  };
  // The field that has the focus gives it up before another has it.
  const leave = (): void => void setTimeout(endWelcome);
  document.addEventListener('focusout', leave);
  const ends = [
    () => {
      document.removeEventListener('focusout', leave);
    },
    effect(() => {
      const { search, path } = address.get();
      if (path !== '/') return;
      if (search === writeState(state.peek())) endWelcome();
      else {
        state.value = readState(search);
        welcome.value = search === '';
      }
    }),
    effect(() => {
      if (missing.value.length > 0 || !layout.value) return;
      drawing.draw({ ...previewFields(state.value, layout.value), boxes: true }, layout.value.version);
    }),
  ];
  return () => {
    for (const end of ends) end();
    drawing.stop();
  };
}

/** Whether somebody is at the form, or at one of the ways on that a first visit shows: those must not go while they are pressed. */
function isTyping(): boolean {
  return document.activeElement?.closest('#label-form, .cards, .facts') != null;
}
