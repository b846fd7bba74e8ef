import { computed, effect, signal } from '@preact/signals';
import type { DeviceView } from '../../../http/answers.js';
import { findDevice, findLayout } from '../../api/catalogue.js';
import { drawPreview, type PreviewRequest } from '../../api/previews.js';
import { createAddressState } from '../../browser/address-state.js';
import { listen, together } from '../../browser/ends.js';
import { address } from '../../browser/router.js';
import { decoded } from '../../parts/label/decoded.js';
import { inLocale, previewFields } from '../../state/fields.js';
import { tagScale } from '../../state/fit.js';
import { type PreviewState, readState, writeState } from '../../state/preview-state.js';
import { missingFrom } from '../missing.js';
import { LiveDrawing } from './previewer.js';

export const { state, change, set, choose } = createAddressState<PreviewState>(readState, writeState);

/** How the large picture is requested: a tag is sharper than a pixel for each of the panel's. */
export function pictureOf({ view }: PreviewState, panel: DeviceView | undefined) {
  return view === 'tag' && panel ? { view, scale: tagScale(panel) } : { view };
}

/** Undefined if this server does not have them. */
export const device = computed(() => findDevice(state.value.device));
export const layout = computed(() => findLayout(state.value.layout));

export const missing = computed(() => missingFrom(state.value));

const drawing = new LiveDrawing(async (fields: PreviewRequest, signal) => {
  const answer = await drawPreview(fields, signal);
  return { answer, image: await decoded(answer.image.data_uri) };
});

export const drawn = drawing.picture;
export const { problem } = drawing;

/** Whether the pickers are buttons instead of rows of pictures. */
export const folded = signal(false);
/** Whether this is a first visit: the address is empty, or the user still types in the form. */
export const welcome = signal(false);
export const choosingLayout = signal(false);

export function chooseLocale(locale: string): PreviewState {
  return change(inLocale(state.peek(), locale, layout.peek()));
}

export function startModel(): () => void {
  welcome.value = address.peek().search === '';
  const endWelcome = (): void => {
    if (address.peek().search !== '' && !isTyping()) welcome.value = false;
  };
  // The old field loses the focus before the next one gets it.
  const leave = (): void => void setTimeout(endWelcome);
  return together(
    listen(document, 'focusout', leave),
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
      const fields = {
        ...previewFields(state.value, layout.value),
        ...pictureOf(state.value, device.value),
        boxes: true,
      } as const;
      drawing.draw(fields, layout.value.version);
    }),
    () => {
      drawing.stop();
    },
  );
}

/** Whether the user is in the form or at a link of a first visit, which must not disappear under a press. */
function isTyping(): boolean {
  return document.activeElement?.closest('#label-form, .cards, .facts') != null;
}
