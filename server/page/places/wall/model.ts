import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { catalogue, findDevice, findLayout } from '../../api/catalogue.js';
import { createQueue } from '../../api/previews.js';
import { ApiError } from '../../api/request.js';
import { createAddressState } from '../../browser/address-state.js';
import { isShown, readWall, type WallState, type Way, writeWall } from '../../state/wall/wall-state.js';
import { missingFrom, type MissingName } from '../missing.js';
import { file } from './file.js';
import { type Item, itemsOf, ofRows } from './items.js';
import { severityOf } from './said.js';

/** What the wall shows. */
export const { state, change, set, choose, follow } = createAddressState<WallState>(readWall, writeWall);

const content = computed(() => state.value.content);
const by = computed(() => state.value.by);

/** The panel and the layout of the content; undefined for one that this server does not have. */
export const panel = computed(() => findDevice(content.value.device));
export const layout = computed(() => findLayout(content.value.layout));

/** What the address names, the wall needs, and this server does not have. */
export const missing = computed(() => {
  const varied: Readonly<Record<Way, readonly MissingName[]>> = {
    panels: ['device'],
    layouts: ['layout'],
    languages: ['locale', 'currency'],
    rows: [],
  };
  return missingFrom(content.value).filter((name) => !varied[by.value].includes(name));
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

/** Four pictures at the same time: no one types here. */
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
    follow((path) => path === '/wall'),
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
