import { isConnected, Said, Segments, Sheet, Toggle, useMedia, ZoomButtons } from '../../parts/controls/index.js';
import type { PreviewState } from '../../state/preview-state.js';
import { language, texts } from '../../texts/index.js';
import { absent, displayed, live } from './live.js';
import { change, drawn, problem, set, state } from './model.js';

/** View options, which are never sent. A narrow toolbar has some of them in a sheet. */
export function Toolbar({ scale }: { readonly scale: number }) {
  const isPhone = useMedia('(width < 768px)');
  const isNarrow = useMedia('(width < 1024px)');
  return (
    <div class="toolbar flow">
      {!isPhone && <Look name="show" />}
      {!isPhone && <ShelfState />}
      <div class="looks flow to-end">
        {!isPhone && <Look name="view" />}
        {isNarrow ? (
          <div class="view">
            <Sheet label={texts.value.preview.view} arrow>
              {isPhone && <Look name="show" named />}
              {isPhone && <ShelfState />}
              {isPhone && <Look name="view" named />}
              <div class="toggles flow">
                <Overlays />
                <RealSize />
              </div>
            </Sheet>
          </div>
        ) : (
          <Overlays />
        )}
        <Zoom scale={scale} />
      </div>
    </div>
  );
}

interface LookProps {
  /** Which picture, or which colours. */
  readonly name: 'show' | 'view';
  /** Whether the legend is visible. */
  readonly named?: boolean;
}

function Look({ name, named = false }: LookProps) {
  const { legend, ...options } = texts.value.preview.looks[name];
  return (
    <Segments
      legend={legend}
      named={named}
      options={Object.entries(options).map(([value, text]) => ({ value, text }))}
      value={state.value[name]}
      choose={(value) => change({ [name]: value })}
    />
  );
}

/** Says which revision is seen of the label on the shelf, or compares what is typed with it. */
function ShelfState() {
  const words = texts.value.preview;
  return <Said look="standing soft small" text={standing()} />;

  function standing(): string {
    const shown = live.value;
    const picture = drawn.value?.answer;
    if (state.value.show === 'shelf') {
      if (absent.value) return words.missing.label;
      if (!shown) return '';
      const [newest, seen] = [shown.label.revision, displayed.value];
      if (!isConnected.value) return words.lastSeen({ revision: seen });
      if (newest === 0) return words.blank;
      return newest > seen
        ? words.onItsWay({ seen, newest })
        : words.seenRevision({ label: shown.label.id, revision: seen });
    }
    if (problem.value) return picture ? words.notDrawn : words.nothingDrawn;
    if (!shown || !picture || !isConnected.value) return '';
    if (shown.label.revision === 0) return words.blank;
    const same = shown.image?.sha256 === picture.image.sha256 && shown.label.device === picture.label.device;
    if (!same) return words.differs;
    return displayed.value < shown.label.revision ? words.underWay : words.same;
  }
}

function Overlays() {
  const words = texts.value.preview;
  return (
    <>
      {(['boxes', 'grid'] as const).map((name) => (
        <Toggle key={name} pressed={state.value[name]} text={words[name]} press={set(name)} />
      ))}
    </>
  );
}

function RealSize() {
  return (
    <Toggle
      pressed={state.value.zoom === 'real'}
      text={texts.value.preview.real}
      press={(pressed) => change({ zoom: pressed ? 'real' : 'fit' })}
    />
  );
}

function Zoom({ scale }: { readonly scale: number }) {
  const isNarrow = useMedia('(width < 1024px)');
  const times = scale * devicePixelRatio;
  const step = (by: -1 | 1): PreviewState => {
    const whole = by > 0 ? Math.floor(times + 0.001) : Math.ceil(times - 0.001);
    return change({ zoom: Math.min(16, Math.max(1, whole + by)) });
  };
  return (
    <>
      <ZoomButtons
        now={timesOf(scale)}
        fits={state.value.zoom === 'fit'}
        fit={() => change({ zoom: 'fit' })}
        step={step}
      />
      {!isNarrow && <RealSize />}
    </>
  );
}

/** "2×": screen pixels per label pixel; empty if no label is shown. */
export function timesOf(scale: number): string {
  const times = Math.round(scale * devicePixelRatio * 100) / 100;
  return scale === 0 ? '' : `${times.toLocaleString(language.value)}×`;
}
