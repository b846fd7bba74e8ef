import { computed, effect, signal } from '@preact/signals';
import type { DeviceView, LayoutView, PreviewAnswer } from '../../../http/answers.js';
import { catalogue } from '../../api/catalogue.js';
import { drawPreview } from '../../api/previews.js';
import type { ApiError } from '../../api/request.js';
import { address, go, retype } from '../../browser/router.js';
import { decoded } from '../../parts/label/decoded.js';
import { currencyFor, inLocale, previewFields } from '../../state/fields.js';
import { type PreviewState, readState, writeState } from '../../state/preview-state.js';
import { createPreviewer } from './previewer.js';

/** What Preview shows, as its address says it. Read only: {@link change} and {@link choose} change it. */
export const state = signal(readState(address.peek().search));

/** The panel and the layout that are named; undefined for one that this server does not have. */
export const device = computed<DeviceView | undefined>(() =>
  catalogue.value?.devices.find(({ id }) => id === state.value.device),
);
export const layout = computed<LayoutView | undefined>(() =>
  catalogue.value?.layouts.find(({ id }) => id === state.value.layout),
);

/** What the address names and this server does not have. */
export const missing = computed<readonly ('device' | 'layout' | 'locale' | 'currency')[]>(() => {
  const known = catalogue.value;
  if (!known) return [];
  const { locale } = state.value;
  return [
    ...(device.value ? [] : (['device'] as const)),
    ...(layout.value ? [] : (['layout'] as const)),
    ...(known.locales.includes(locale) ? [] : (['locale'] as const)),
    ...(known.currencies.includes(currencyFor(state.value)) ? [] : (['currency'] as const)),
  ];
});

/** The newest picture of what was typed, decoded, with all that the server says about it. */
export const drawn = signal<{ readonly answer: PreviewAnswer; readonly image: HTMLImageElement } | null>(null);
/** Why what is typed can't be drawn; null: it can. */
export const problem = signal<ApiError | null>(null);

/** Whether buttons stand for the rows of pictures that panels and layouts are chosen by. */
export const folded = signal(false);
/** Whether this is still a first visit: the address says nothing, or what it says is just being typed. */
export const welcome = signal(false);
/** Which dialog with all panels or all layouts is open. */
export const choosing = signal<'device' | 'layout' | null>(null);

/** Changes what is typed or how it is looked at: the address follows, without an entry in the history. */
export function change(patch: Partial<PreviewState>): void {
  state.value = { ...state.peek(), ...patch };
  retype(writeState(state.peek()));
}

/** Chooses a panel or a layout: an entry in the history. */
export function choose(patch: Partial<Pick<PreviewState, 'device' | 'layout'>>): void {
  state.value = { ...state.peek(), ...patch };
  go(`/${writeState(state.peek())}`);
}

export function chooseLocale(locale: string): void {
  change(inLocale(state.peek(), locale, layout.peek()));
}

const previewer = createPreviewer(
  async (fields: Parameters<typeof drawPreview>[0], signal) => {
    const answer = await drawPreview(fields, signal);
    return { answer, image: await decoded(answer.image.data_uri) };
  },
  (picture) => {
    drawn.value = picture;
    problem.value = null;
  },
  (error) => {
    problem.value = error;
  },
);

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
      previewer.draw({ ...previewFields(state.value, layout.value), boxes: true }, layout.value.version);
    }),
  ];
  return () => {
    for (const end of ends) end();
    previewer.stop();
  };
}

/** Whether somebody is at the form, or at one of the ways on that a first visit shows: those must not go while they are pressed. */
function isTyping(): boolean {
  return document.activeElement?.closest('#label-form, .cards, .facts') != null;
}
