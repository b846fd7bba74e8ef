import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { DeviceView, LayoutView } from '../../../http/answers.js';
import { catalogue } from '../../api/catalogue.js';
import { createQueue } from '../../api/previews.js';
import { ApiError } from '../../api/request.js';
import { address, go, retype } from '../../browser/router.js';
import { currencyFor } from '../../state/fields.js';
import { isShown, readWall, type WallState, writeWall } from '../../state/wall/wall-state.js';
import { language } from '../../texts/index.js';
import { file } from './file.js';
import { type Item, itemsOf, ofRows } from './items.js';
import { severityOf } from './said.js';

/** What the wall shows, as its address says it. Read only: {@link change} and {@link choose} change it. */
export const state = signal(readWall(address.peek().search));

const content = computed(() => state.value.content);
const by = computed(() => state.value.by);

/** The panel and the layout of the content; undefined for one that this server does not have. */
export const panel = computed<DeviceView | undefined>(() =>
  catalogue.value?.devices.find(({ id }) => id === content.value.device),
);
export const layout = computed<LayoutView | undefined>(() =>
  catalogue.value?.layouts.find(({ id }) => id === content.value.layout),
);

/** What the wall needs, and the address names, and this server does not have. */
export const missing = computed<readonly ('device' | 'layout' | 'locale' | 'currency')[]>(() => {
  const known = catalogue.value;
  if (!known) return [];
  const has = {
    device: by.value === 'panels' || panel.value,
    layout: by.value === 'layouts' || layout.value,
    locale: by.value === 'languages' || known.locales.includes(content.value.locale),
    currency: by.value === 'languages' || known.currencies.includes(currencyFor(content.value)),
  };
  return (['device', 'layout', 'locale', 'currency'] as const).filter((what) => !has[what]);
});

/** Whether the window is narrow: the worst labels come first. */
export const narrow = signal(false);

/** All labels of the wall, those that the filters hide too. */
export const items = computed<readonly Item[]>(() => {
  const known = catalogue.value;
  if (!known || missing.value.length > 0) return [];
  const [first, other] = [known.devices[0]!, known.layouts[0]!];
  const basis = {
    known,
    content: content.value,
    panel: panel.value ?? first,
    layout: layout.value ?? other,
    language: language.value,
  };
  return by.value === 'rows' ? ofRows(basis, file.value?.read.rows ?? []) : itemsOf(by.value, basis);
});

/** The labels that the filters for panels let through: these are drawn. */
export const chosen = computed<readonly Item[]>(() =>
  by.value === 'panels' ? items.value.filter(({ panel: own }) => isShown(own, state.value)) : items.value,
);

/** How many of them were answered, and whether all were. */
export const done = computed(() => chosen.value.filter(({ outcome }) => outcome.value !== null).length);
export const complete = computed(() => done.value === chosen.value.length);

/**
 * The labels that are shown. In narrow windows the worst come first, once all are known: of those with a warning if only these
 * are asked for, else of those that nobody has seen yet, so that nothing moves under the eyes.
 */
export const shown = computed<readonly Item[]>(() => {
  if (state.value.warned) {
    const warned = chosen.value.filter((each) => severityOf(each) !== 'none');
    return narrow.value ? worstFirst(warned) : warned;
  }
  if (!narrow.value || !complete.value) return chosen.value;
  return [...chosen.value.filter(({ seen }) => seen), ...worstFirst(chosen.value.filter(({ seen }) => !seen))];
});

/** In words, so that a sort by severity keeps the order of equals. */
const bySeverity = ['failed', 'cut', 'other', 'smaller', 'none'] as const;

function worstFirst(all: readonly Item[]): readonly Item[] {
  return bySeverity.flatMap((severity) => all.filter((each) => severityOf(each) === severity));
}

/** Changes how the wall is looked at: the address follows, without an entry in the history. */
export function change(patch: Partial<WallState>): void {
  state.value = { ...state.peek(), ...patch };
  retype(writeWall(state.peek()));
}

/** Puts something else on the wall: an entry in the history. */
export function choose(patch: Partial<WallState>): void {
  state.value = { ...state.peek(), ...patch };
  go(`/wall${writeWall(state.peek())}`);
}

/** Four pictures at once: nobody types here. */
const draw = createQueue(4);

async function drawItem(item: Item, end: AbortSignal): Promise<void> {
  const { fields, outcome } = item;
  if (fields === null) {
    outcome.value = { kind: 'refused', problems: [] };
    return;
  }
  const answer = await draw(fields, end, () => (item.near ? 0 : 1));
  if (answer === null) return;
  if (answer instanceof ApiError) {
    const problems = answer.problems.length > 0 ? answer.problems : [{ field: '', message: answer.message }];
    outcome.value = { kind: 'refused', problems };
  } else outcome.value = { kind: 'drawn', answer };
}

/** Draws what is on the wall, and follows the browser's buttons. @returns ends that */
export function startModel(): () => void {
  const query = matchMedia('(width < 768px)');
  const look = (): void => {
    narrow.value = query.matches;
  };
  look();
  query.addEventListener('change', look);
  let end = new AbortController();
  const ends = [
    effect(() => {
      const { search, path } = address.get();
      if (path === '/wall' && search !== writeWall(state.peek())) state.value = readWall(search);
    }),
    effect(() => {
      const wanted = chosen.value;
      end.abort();
      end = new AbortController();
      const { signal: over } = end;
      untracked(() => {
        batch(() => {
          for (const item of wanted) if (item.outcome.peek() === null) void drawItem(item, over);
        });
      });
    }),
  ];
  return () => {
    query.removeEventListener('change', look);
    end.abort();
    for (const each of ends) each();
  };
}
