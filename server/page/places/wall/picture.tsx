import { useEffect, useRef } from 'preact/hooks';
import { watchSight } from '../../browser/ends.js';
import { Icon, LinkButton } from '../../parts/controls/index.js';
import type { Dimensions } from '../../state/fit.js';
import { millimetresOf, nameOf } from '../../state/panels.js';
import { ownScale } from '../../state/wall/scale.js';
import { texts } from '../../texts/index.js';
import { contentWords } from '../words.js';
import type { Item } from './items.js';
import { downloadAll } from './output.js';
import { findingsOf, problemsOf, severityOf, warningSummary } from './words.js';

interface WallPictureProps {
  readonly item: Item;
  readonly scale: number;
  /** CSS pixels of the available width. */
  readonly room: number;
  readonly first: boolean;
}

/** Millimetres that fit a sheet of A4, upright and across. Wider labels are printed on a larger sheet. */
const paper = { upright: 186, across: 273, high: 182 };

/** A label in its case, with its name, its problems, and actions while it has the focus. */
export function Picture({ item, scale, room, first }: WallPictureProps) {
  const { panel, outcome, address } = item;
  const words = texts.value.wall;
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const unwatch = watchSight(place.current!, '200px', (inSight) => (item.near = inSight));
    return () => {
      unwatch();
      item.near = false;
    };
  }, [item]);
  const mm = millimetresOf(panel);
  const own = ownScale(mm, scale, room);
  const now = outcome.value;
  const name = item.title === '' ? words.line({ line: item.line }) : item.title;
  const enlarged = (own * mm.width * devicePixelRatio) / panel.width >= 1;
  return (
    <li
      ref={place}
      id={`label-${item.id}`}
      data-sheet={sheetFor(mm)}
      style={{ '--mm': mm.width, '--mm-high': mm.height }}
    >
      <a
        class="picture"
        href={address}
        tabIndex={first ? 0 : -1}
        onFocus={({ currentTarget }) => {
          keepOneStop(currentTarget);
        }}
      >
        <span
          class="paper"
          data-smooth={enlarged ? undefined : ''}
          style={{ width: `${own * mm.width}px`, height: `${own * mm.height}px` }}
        >
          {now?.kind === 'drawn' && <img src={now.answer.image.data_uri} alt={altOf(item, name)} />}
          {now?.kind === 'refused' && <Icon name="refused" />}
          {now?.kind !== 'drawn' && <span class="unseen">{words.openIn({ name })}</span>}
        </span>
      </a>
      <div class="caption">
        <p class="name">
          {item.line > 0 && item.title !== '' && <span class="soft">{`${item.line} `}</span>}
          {name}
        </p>
        <Status item={item} smaller={own < scale} />
        <p class="does">
          <a href={address} aria-label={words.openIn({ name })} tabIndex={-1}>
            {words.open}
          </a>
          {now?.kind === 'drawn' && (
            <LinkButton text={words.save} label={words.saveOf({ name })} press={() => downloadAll([item])} />
          )}
        </p>
      </div>
    </li>
  );
}

function sheetFor({ width, height }: Dimensions): 'across' | 'large' | undefined {
  if (width <= paper.upright) return undefined;
  return width <= paper.across && height <= paper.high ? 'across' : 'large';
}

function altOf({ title, panel, outcome }: Item, name: string): string {
  const content = outcome.value?.kind === 'drawn' ? outcome.value.answer.label.content : null;
  return `${content ? contentWords(content) : name}; ${title || nameOf(panel)}`;
}

/** Why a label is not drawn, its warnings, or else its size. */
function Status({ item, smaller }: { readonly item: Item; readonly smaller: boolean }) {
  const words = texts.value.wall;
  const now = item.outcome.value;
  const severity = severityOf(item);
  if (severity === 'failed')
    return (
      <p class="of refused">
        {words.notDrawn}: {problemsOf(item).join(' ')}
      </p>
    );
  const became = now?.kind === 'drawn' ? warningSummary(now.answer.warnings) : '';
  const broken = findingsOf(item).filter(({ grade }) => grade === 'error');
  const rules = [...new Set(broken.map(({ code }) => code))].join(', ');
  return (
    <p class="of" data-severity={severity}>
      {(severity === 'cut' || severity === 'other') && <Icon name="warning" />}
      <span>{[became === '' ? item.note : became, rules, smaller && words.narrower].filter(Boolean).join('. ')}</span>
    </p>
  );
}

/** The wall is one stop in the tab order: the last focused label. */
function keepOneStop(focused: HTMLElement): void {
  for (const other of focused.closest('ul')!.querySelectorAll<HTMLElement>('.picture[tabindex="0"]'))
    other.tabIndex = -1;
  focused.tabIndex = 0;
}
