import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { RevisionView } from '../../../../http/answers.js';
import { catalogue } from '../../../api/catalogue.js';
import { readRevisions } from '../../../api/labels.js';
import { ApiError } from '../../../api/request.js';
import { Segments } from '../../../parts/controls/segments.js';
import { Label } from '../../../parts/label/label.js';
import { useSize } from '../../../parts/label/use-size.js';
import { bezelOf, scaleOf } from '../../../state/fit.js';
import { nameOf } from '../../../state/panels.js';
import { views } from '../../../state/shelf/address.js';
import { changesOf, money } from '../../../state/shelf/changes.js';
import { texts } from '../../../texts/index.js';
import type { ShelfLabel } from '../../../state/shelf/label.js';
import { change, state } from '../model.js';
import { readDifference, readNow, readThen, type Shown } from './comparison.js';
import { timeOf } from './times.js';

/** Milliseconds without a new revision before the list is read again. */
const patience = 400;
/** A content that is not there. */
const nothing = { product_name: null, price: null, unit: null };
/** The most that a picture is high, in CSS pixels. */
const mostHigh = 260;

/** What the label showed, with a slider, and the pixels that differ between any two revisions. */
export function History({ label }: { readonly label: ShelfLabel }): JSX.Element {
  const words = texts.value.shelf;
  const revisions = useRevisions(label);
  const { view, revision, against } = state.value;
  const newest = revisions.at(-1);
  const chosen = revisions.find((one) => one.revision === revision) ?? revisions.at(-2) ?? newest;
  const other = revisions.find((one) => one.revision === against) ?? newest;
  return (
    <section class="part history">
      <div class="title-row">
        <h2>{words.history}</h2>
        <Segments
          legend={words.history}
          options={views.map((value) => ({
            value,
            text: value === 'revision' && chosen ? words.revision(chosen.revision) : words.views[value],
          }))}
          value={view}
          choose={(value) => {
            change({ view: value });
          }}
        />
      </div>
      <Picture label={label} chosen={chosen} other={other} />
      {label.revision > 0 && (
        <div class="told" data-view={view}>
          {chosen && <Slider revisions={revisions} chosen={chosen} />}
          {view === 'difference' && chosen && other && <Against revisions={revisions} other={other} />}
        </div>
      )}
    </section>
  );
}

/** The revisions that are kept, oldest first; read again when there is a new one. */
function useRevisions({ id, revision }: ShelfLabel): readonly RevisionView[] {
  const [revisions, setRevisions] = useState<readonly RevisionView[]>([]);
  const first = useRef(true);
  useEffect(() => {
    if (revision === 0) return undefined;
    const end = new AbortController();
    const timer = setTimeout(
      () => {
        first.current = false;
        readRevisions(id, end.signal)
          .then((read) => {
            setRevisions([...read].reverse());
          })
          .catch((error: unknown) => {
            if (!(error instanceof ApiError) && !end.signal.aborted) throw error;
          });
      },
      first.current ? 0 : patience,
    );
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [id, revision]);
  return revisions;
}

interface PictureProps {
  readonly label: ShelfLabel;
  readonly chosen: RevisionView | undefined;
  readonly other: RevisionView | undefined;
}

function Picture({ label, chosen, other }: PictureProps): JSX.Element {
  const words = texts.value.shelf;
  const { view } = state.value;
  const room = useRef<HTMLDivElement>(null);
  const { width } = useSize(room);
  const [shown, setShown] = useState<(Shown & { readonly of: string }) | null>(null);
  const [before, after] = chosen && other && chosen.revision > other.revision ? [other, chosen] : [chosen, other];
  const of =
    view === 'now' || !before || !after
      ? `now ${label.device} ${label.shown}`
      : view === 'revision'
        ? `then ${chosen!.revision}`
        : `between ${before.revision} ${after.revision}`;
  useEffect(() => {
    const end = new AbortController();
    const read = of.startsWith('now')
      ? readNow(label.id, end.signal)
      : of.startsWith('then')
        ? readThen(chosen!, end.signal)
        : readDifference(before!, after!, end.signal);
    read
      .then((picture) => {
        if (!end.signal.aborted) setShown({ ...picture, of });
      })
      .catch((error: unknown) => {
        // The picture before stays; a lost connection is said elsewhere.
        if (!(error instanceof ApiError) && !end.signal.aborted) throw error;
      });
    return () => {
      end.abort();
    };
  }, [label.id, of]);
  const device = catalogue.value?.devices.find(({ id }) => id === label.device);
  const size = shown ? { width: shown.image.naturalWidth, height: shown.image.naturalHeight } : device;
  const scale = size ? scaleOf('fit', size, { width, height: mostHigh }, devicePixelRatio, 1, 100) : 1;
  const high = size ? size.height * scale + 2 * bezelOf(size.height * scale) + 2 : 0;
  return (
    <>
      <div ref={room} class="room" style={{ minHeight: `${high + 16}px` }}>
        {shown && width > 0 && <Label image={shown.image} alt={altOf()} scale={scale} />}
      </div>
      {view === 'difference' && (
        <p class="small legend">
          {shown?.of === of &&
            before &&
            after &&
            (shown.count === null ? (
              words.otherSize
            ) : (
              <>
                <span data-colour="fresh">{words.fresh}</span> <span data-colour="gone">{words.gone}</span>{' '}
                <span role="status">{words.differ(shown.count)}</span>
              </>
            ))}
        </p>
      )}
    </>
  );

  function altOf(): string {
    if (view === 'difference' && before && after && before !== after)
      return words.differenceAlt(before.revision, after.revision);
    const shownThen = view === 'revision' ? chosen : undefined;
    const { product_name, price, unit } = shownThen
      ? (shownThen.content ?? nothing)
      : { ...label, product_name: label.name };
    const { locale, currency } = shownThen ?? label;
    const said =
      product_name === null || price === null
        ? words.blank
        : `${product_name}, ${money(price, locale, currency)}, ${unit ?? ''}`;
    return `${said}; ${device ? nameOf(device) : label.device}`;
  }
}

interface SliderProps {
  readonly revisions: readonly RevisionView[];
  readonly chosen: RevisionView;
}

function Slider({ revisions, chosen }: SliderProps): JSX.Element {
  const words = texts.value.shelf;
  const ticks = useId();
  const { view, against } = state.value;
  const newest = revisions.at(-1)!;
  const at = view === 'now' ? revisions.length - 1 : revisions.indexOf(chosen);
  const one = revisions[at]!;
  const compared = view === 'difference' ? revisions.find(({ revision }) => revision === against) : undefined;
  const other = compared ?? newest;
  const [before, after] = one.revision > other.revision ? [other, one] : [one, other];
  const changed = changesOf(before, after).map(({ field, from, to }) => words.became(words.fieldOf(field), from, to));
  const where = words.revisionOf(one.revision, newest.revision);
  return (
    <>
      <input
        type="range"
        class="slider"
        aria-label={words.slider}
        min={0}
        max={revisions.length - 1}
        step={1}
        value={at}
        disabled={revisions.length < 2}
        list={ticks}
        aria-valuetext={`${where}, ${timeOf(one.updated_at)}`}
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
        <b>{where}</b>, {timeOf(one.updated_at)}. {one !== other && words.changed(changed)}
      </p>
    </>
  );
}

interface AgainstProps {
  readonly revisions: readonly RevisionView[];
  readonly other: RevisionView;
}

function Against({ revisions, other }: AgainstProps): JSX.Element {
  const words = texts.value.shelf;
  const newest = revisions.at(-1)!;
  return (
    <label class="small against">
      {words.against}{' '}
      <select
        value={other === newest ? '' : String(other.revision)}
        onChange={({ currentTarget: { value } }) => {
          change({ against: value === '' ? null : Number(value) });
        }}
      >
        <option value="">{words.newest(newest.revision)}</option>
        {revisions
          .slice(0, -1)
          .reverse()
          .map(({ revision, updated_at }) => (
            <option key={revision} value={String(revision)}>
              {words.revision(revision)}, {timeOf(updated_at)}
            </option>
          ))}
      </select>
    </label>
  );
}
