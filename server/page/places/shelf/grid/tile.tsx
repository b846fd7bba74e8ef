import { useComputed } from '@preact/signals';
import { layoutTitle, panelName } from '../../../api/catalogue.js';
import { Icon, type IconName } from '../../../parts/controls/index.js';
import { money } from '../../../state/shelf/changes.js';
import { type TagMark, markOf, type ShelfLabel } from '../../../state/shelf/label.js';
import { placeOf, type Tile as Place } from '../../../state/shelf/rows.js';
import { texts } from '../../../texts/index.js';
import { labelOf } from '../live/labels.js';
import { usePicture } from '../live/pictures.js';
import { addressOf, state } from '../model.js';
import { isTable } from './rows.js';
import { isPicked, pick } from './selection.js';

export const markIcons: Readonly<Record<TagMark, IconName>> = {
  displayed: 'check',
  queued: 'clock',
  refreshing: 'half',
  offline: 'refused',
};

/** What the tag of a label does, or that the label is still blank. */
export function stateOf(label: ShelfLabel): string {
  const words = texts.value.shelf;
  const mark = markOf(label);
  return mark === 'displayed' && label.shown === 0 ? words.blank : words.marks[mark];
}

/** The approximate width of a letter in CSS pixels. */
const letter = 7.5;

interface TileProps {
  readonly place: Place;
  /** Whether it is in the tab order. */
  readonly current: boolean;
}

export function Tile({ place, current }: TileProps) {
  const label = labelOf(place.id)?.value;
  return label ? <Standing label={label} place={place} current={current} /> : null;
}

function Standing({ label, place, current }: TileProps & { readonly label: ShelfLabel }) {
  const words = texts.value.shelf;
  const { url, flash } = usePicture(label);
  const mark = markOf(label);
  const { id } = label;
  const isOpen = state.value.label === id;
  const checked = useComputed(() => isPicked(id)).value;
  const press = (event: MouseEvent): void => {
    if (!event.shiftKey) return;
    event.preventDefault();
    pick(id, true, true);
  };
  const word = mark === 'displayed' ? '' : ` ${words.marks[mark]}`;
  const inTable = isTable.value;
  const { number } = placeOf(id);
  const fits = (text: string): boolean => text.length * letter + (word === '' ? 0 : 20) <= place.width;
  const short = number < 0 || fits(id + word) ? id : String(number);
  const price = label.price === null ? '' : money(label.price, label.locale, label.currency);
  const said = label.name === null ? words.blank : `${label.name}, ${price}, ${label.unit ?? ''}`;
  const first = (
    <div
      role="gridcell"
      class="tile"
      aria-selected={checked}
      style={inTable ? {} : { left: `${place.x}px`, width: `${place.width}px` }}
    >
      <a
        href={addressOf(id)}
        tabIndex={current ? 0 : -1}
        data-id={id}
        data-mark={mark}
        aria-label={`${id}${word}, ${said}`}
        aria-current={isOpen || undefined}
        title={id}
        onClick={press}
      >
        <span class="glass" style={{ height: `${place.height}px`, width: `${place.width}px` }}>
          {(flash ?? url) !== null && <img src={flash ?? url ?? ''} alt="" draggable={false} />}
        </span>
        <span class="name line">
          {mark !== 'displayed' && <Icon name={markIcons[mark]} />}
          {inTable && <b class="clip">{label.name ?? words.blank}</b>}
          <span class="clip">{inTable ? id : `${short}${fits(short + word) ? word : ''}`}</span>
        </span>
      </a>
      <label class="pick">
        <input
          type="checkbox"
          aria-label={words.pick({ id })}
          tabIndex={current ? 0 : -1}
          data-id={id}
          checked={checked}
          onClick={({ currentTarget, shiftKey }) => {
            pick(id, currentTarget.checked, shiftKey);
          }}
        />
      </label>
    </div>
  );
  if (!inTable) return first;
  const cells = [label.name ?? words.blank, price, panelName(label.device), layoutTitle(label.layout), stateOf(label)];
  return (
    <>
      {first}
      {cells.map((text, column) => (
        <span key={column} role="gridcell" class="clip">
          {text}
        </span>
      ))}
    </>
  );
}
