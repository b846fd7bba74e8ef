import { useId, useRef } from 'preact/hooks';
import type { RevisionView } from '../../../../http/answers.js';
import { findDevice, panelName } from '../../../api/catalogue.js';
import { labelPath, readRevisions } from '../../../api/labels.js';
import { type Option, Segments, Select, Toggle, useMedia } from '../../../parts/controls/index.js';
import { pixelsPerMm } from '../../../parts/label/calibrate.js';
import { Label } from '../../../parts/label/label.js';
import { useSize } from '../../../parts/label/use-size.js';
import { useRead } from '../../../parts/use-read.js';
import { bezelOf, scaleOf } from '../../../state/fit.js';
import { type HistoryView, views } from '../../../state/shelf/address.js';
import { changesOf, money } from '../../../state/shelf/changes.js';
import type { ShelfLabel } from '../../../state/shelf/label.js';
import { listOf, textOf, texts } from '../../../texts/index.js';
import { nameOfData } from '../../../texts/server-words.js';
import { FindingList } from '../../lint.js';
import { change, set, state } from '../model.js';
import { readDifference, readShown, type HistoryPicture } from './comparison.js';
import { timeOf } from './times.js';

/** Milliseconds without a new revision before the list is read again. */
const patienceMs = 400;
const nothing = { product_name: null, price: null, unit: null };
const maxHeight = 260;

export function History({ label }: { readonly label: ShelfLabel }) {
  const words = texts.value.shelf;
  const revisions = useRevisions(label);
  const { view, revision, against } = state.value;
  const newest = revisions.at(-1);
  const chosen = revisions.find((one) => one.revision === revision) ?? revisions.at(-2) ?? newest;
  const other = revisions.find((one) => one.revision === against) ?? newest;
  const compared = view === 'difference' ? other : newest;
  const seen = view === 'now' ? newest : chosen;
  return (
    <section class="part history">
      <div class="title-row flow">
        <h2>{words.history}</h2>
        <Segments
          legend={words.history}
          options={views.map((value) => ({
            value,
            text: value === 'revision' && chosen ? words.revision({ revision: chosen.revision }) : words.views[value],
          }))}
          value={view}
          choose={set('view')}
        />
      </div>
      <Picture label={label} chosen={chosen} other={other} />
      {label.revision > 0 && (
        <div class="timeline" data-view={view}>
          {chosen && <Slider revisions={revisions} chosen={view === 'now' ? newest! : chosen} other={compared!} />}
          {view === 'difference' && chosen && other && <Against revisions={revisions} chosen={other} />}
        </div>
      )}
      {seen?.findings && <FindingList findings={seen.findings} />}
    </section>
  );
}

function inOrder(one: RevisionView, other: RevisionView): readonly [before: RevisionView, after: RevisionView] {
  return one.revision > other.revision ? [other, one] : [one, other];
}

/** The stored revisions, oldest first, read again for each new one. */
function useRevisions({ id, revision }: ShelfLabel): readonly RevisionView[] {
  const isFirst = useRef(true);
  const read = useRead(
    revision === 0 ? null : `${id} ${revision}`,
    isFirst.current ? 0 : patienceMs,
    async (signal) => {
      isFirst.current = false;
      return (await readRevisions(id, signal)).toReversed();
    },
  );
  return read?.value ?? [];
}

interface PictureProps {
  readonly label: ShelfLabel;
  readonly chosen: RevisionView | undefined;
  readonly other: RevisionView | undefined;
}

function Picture({ label, chosen, other }: PictureProps) {
  const words = texts.value.shelf;
  const { view } = state.value;
  const room = useRef<HTMLDivElement>(null);
  const { width } = useSize(room);
  const [before, after] = chosen && other ? inOrder(chosen, other) : [];
  const { shown, isNewest } = useShown(label, view, before, after, chosen);
  const device = findDevice(view === 'revision' && chosen ? chosen.device : label.device);
  const zoom = state.value.size;
  const size = shown ? { width: shown.image.naturalWidth, height: shown.image.naturalHeight } : device;
  const scale = size
    ? scaleOf(zoom, size, { width, height: maxHeight }, devicePixelRatio, pixelsPerMm.value, device?.dpi.value ?? 100)
    : 1;
  const high = size ? size.height * scale + 2 * bezelOf(size.height * scale) + 2 : 0;
  const isDifference = view === 'difference' && before && after;
  const alt =
    isDifference && before !== after
      ? words.differenceAlt({ before: before.revision, after: after.revision })
      : altOf(label, view === 'revision' ? chosen : undefined);
  return (
    <>
      <div ref={room} class="room" style={{ minHeight: `${high + 16}px` }}>
        {shown && width > 0 && <Label image={shown.image} alt={alt} scale={scale} />}
      </div>
      {view !== 'difference' && <Looks />}
      {view === 'difference' && (
        <p class="small legend flow">{isNewest && isDifference && shown && <Legend count={shown.count} />}</p>
      )}
    </>
  );
}

function Looks() {
  const { real, looks } = texts.value.preview;
  const { colours, size } = state.value;
  return (
    <div class="looks line">
      <Toggle
        pressed={colours === 'panel'}
        text={looks.view.panel}
        press={(on) => change({ colours: on ? 'panel' : 'ink' })}
      />
      <Toggle pressed={size === 'real'} text={real} press={(on) => change({ size: on ? 'real' : 'fit' })} />
    </div>
  );
}

/** The picture of a view, and whether it is current. A lost connection is reported elsewhere. */
function useShown(
  { id, device, shown: onGlass, running }: ShelfLabel,
  view: HistoryView,
  before: RevisionView | undefined,
  after: RevisionView | undefined,
  chosen: RevisionView | undefined,
): { readonly shown: HistoryPicture | null; readonly isNewest: boolean } {
  const isNow = view === 'now' || !before || !after;
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const then = view === 'revision' ? chosen : undefined;
  const own = running !== null && !isStill ? 'refresh.png?' : 'image.png?at=now&';
  const url = isNow ? `${labelPath(id)}/${own}` : then && `${then.image.url}?`;
  const { colours } = state.value;
  const key = url
    ? `${url}view=${colours} ${isNow ? `${device} ${onGlass}` : ''}`
    : `${id} between ${before?.revision} ${after?.revision}`;
  const read = useRead(key, 0, (signal) =>
    url ? readShown(`${url}view=${colours}`, signal) : readDifference(before!, after!, signal),
  );
  return { shown: read?.value ?? null, isNewest: read?.key === key };
}

/** @param count of pixels that differ; null: the sizes differ */
function Legend({ count }: { readonly count: number | null }) {
  const words = texts.value.shelf;
  if (count === null) return <>{words.otherSize}</>;
  return (
    <>
      <span data-colour="fresh">{words.fresh}</span> <span data-colour="gone">{words.gone}</span>{' '}
      <span role="status">{words.differ({ count })}</span>
    </>
  );
}

function altOf(label: ShelfLabel, revision: RevisionView | undefined): string {
  const { product_name, price, unit } = revision
    ? (revision.content ?? nothing)
    : { ...label, product_name: label.name };
  const { locale, currency } = revision ?? label;
  const content =
    product_name === null || price === null
      ? texts.value.shelf.blank
      : `${product_name}, ${money(price, locale, currency)}, ${unit ?? ''}`;
  return `${content}; ${panelName(label.device)}`;
}

interface SliderProps {
  readonly revisions: readonly RevisionView[];
  readonly chosen: RevisionView;
}

/** @param other the revision that the chosen one is compared with */
function Slider({ revisions, chosen, other }: SliderProps & { readonly other: RevisionView }) {
  const words = texts.value.shelf;
  const ticks = useId();
  const { view } = state.value;
  const [before, after] = inOrder(chosen, other);
  const changed = changesOf(before, after).map(({ field, from, to }) =>
    words.became({ field: textOf(words.fields, field) ?? nameOfData(field), from, to }),
  );
  const where = words.revisionOf({ revision: chosen.revision, newest: revisions.at(-1)!.revision });
  return (
    <>
      <input
        type="range"
        class="slider"
        aria-label={words.views.revision}
        min={0}
        max={revisions.length - 1}
        step={1}
        value={revisions.indexOf(chosen)}
        disabled={revisions.length < 2}
        list={ticks}
        aria-valuetext={`${where}, ${timeOf(chosen.updated_at)}`}
        onInput={({ currentTarget }) => {
          const next = revisions[currentTarget.valueAsNumber];
          if (next) change({ revision: next.revision, ...(view === 'now' && { view: 'revision' }) });
        }}
      />
      <datalist id={ticks}>
        {revisions.map(({ revision }, index) => (
          <option key={revision} value={index} />
        ))}
      </datalist>
      <p class="small words">
        <b>{where}</b>, {timeOf(chosen.updated_at)}.{' '}
        {chosen !== other && words.changed({ count: changed.length, list: listOf(changed) })}
      </p>
    </>
  );
}

function Against({ revisions, chosen: other }: SliderProps) {
  const words = texts.value.shelf;
  const newest = revisions.at(-1)!;
  const earlier = revisions.slice(0, -1).reverse();
  return (
    <label class="small against flow">
      {words.against}{' '}
      <Select
        options={[
          ['', words.newest({ revision: newest.revision })],
          ...earlier.map(({ revision, updated_at }): Option => [
            String(revision),
            `${words.revision({ revision })}, ${timeOf(updated_at)}`,
          ]),
        ]}
        value={other === newest ? '' : String(other.revision)}
        put={(value) => change({ against: value === '' ? null : Number(value) })}
      />
    </label>
  );
}
