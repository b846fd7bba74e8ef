import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { LinkButton } from '../../parts/controls/buttons.js';
import { Icon } from '../../parts/controls/icon.js';
import { nameOf } from '../../state/panels.js';
import { millimetresOf, ownScale } from '../../state/wall/scale.js';
import { texts } from '../../texts/index.js';
import { downloadOne } from './download.js';
import type { Item } from './items.js';
import { watchNear } from './near.js';
import { becameOf, problemsOf, severityOf } from './said.js';

interface Props {
  readonly item: Item;
  /** CSS pixels per millimetre of the wall. */
  readonly scale: number;
  /** CSS pixels that a label may be wide. */
  readonly room: number;
  readonly first: boolean;
}

/** Widths in millimetres that fit a sheet of A4 upright, and across: wider labels are printed on one that is larger. */
const paper = { upright: 186, across: 273, high: 182 };

/** A label of the wall in its case, with its name and what is to say of it; what can be done with it while it has the focus. */
export function Picture({ item, scale, room, first }: Props): JSX.Element {
  const { panel, outcome, address } = item;
  const words = texts.value.wall;
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => watchNear(place.current!, item), [item]);
  const mm = millimetresOf(panel);
  const own = ownScale(mm, scale, room);
  const now = outcome.value;
  const name = item.title === '' ? words.line(item.line) : item.title;
  const sheet =
    mm.width <= paper.upright ? undefined : mm.width <= paper.across && mm.height <= paper.high ? 'across' : 'large';
  const enlarged = (own * mm.width * devicePixelRatio) / panel.width >= 1;
  return (
    <li ref={place} data-sheet={sheet} style={{ '--mm': mm.width, '--mm-high': mm.height }}>
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
          {now?.kind === 'drawn' && <img src={now.answer.image.data_uri} alt={altOf()} />}
          {now?.kind === 'refused' && <Icon name="refused" />}
          {now?.kind !== 'drawn' && <span class="unseen">{words.openIn(name)}</span>}
        </span>
      </a>
      <div class="caption">
        <p class="name">
          {item.line > 0 && item.title !== '' && <span class="soft">{`${item.line} `}</span>}
          {name}
        </p>
        <Said item={item} smaller={own < scale} />
        <p class="does">
          <a href={address} aria-label={words.openIn(name)} tabIndex={-1} class="opens">
            {words.open}
          </a>
          {now?.kind === 'drawn' && (
            <LinkButton text={words.save} label={words.saveOf(name)} press={() => downloadOne(item)} />
          )}
        </p>
      </div>
    </li>
  );

  function altOf(): string {
    const content = now?.kind === 'drawn' ? now.answer.label.content : null;
    return `${content ? `${content.product_name}, ${content.price}, ${content.unit}` : name}; ${item.title || nameOf(panel)}`;
  }
}

/** What is to say of a label: why it is not drawn, what of it gave way, or else how large it is. */
function Said({ item, smaller }: { readonly item: Item; readonly smaller: boolean }): JSX.Element {
  const words = texts.value.wall;
  const now = item.outcome.value;
  const severity = severityOf(item);
  if (severity === 'failed')
    return (
      <p class="of refused">
        {words.notDrawn}: {problemsOf(item, words).join(' ')}
      </p>
    );
  const became = now?.kind === 'drawn' ? becameOf(now.answer.warnings, words) : '';
  return (
    <p class="of" data-severity={severity}>
      {(severity === 'cut' || severity === 'other') && <Icon name="warning" />}
      <span>{[became === '' ? item.note : became, smaller && words.narrower].filter(Boolean).join('. ')}</span>
    </p>
  );
}

/** The wall is one stop of the Tab key: the label that had the focus last. */
function keepOneStop(focused: HTMLElement): void {
  for (const other of focused.closest('ul')!.querySelectorAll<HTMLElement>('.picture[tabindex="0"]'))
    other.tabIndex = -1;
  focused.tabIndex = 0;
}
