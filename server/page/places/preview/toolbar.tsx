import type { JSX } from 'preact';
import { Icon, Segments, Sheet, Toggle, useMedia } from '../../parts/controls/index.js';
import type { PreviewState } from '../../state/preview-state.js';
import { texts } from '../../texts/index.js';
import { live } from './live.js';
import { change, drawn, problem, set, state } from './model.js';

/** View options, which are never sent. A narrow toolbar has some of them in a sheet. */
export function Toolbar({ scale }: { readonly scale: number }): JSX.Element {
  const isPhone = useMedia('(width < 768px)');
  const isNarrow = useMedia('(width < 1024px)');
  return (
    <div class="toolbar">
      {!isPhone && <Source />}
      {!isPhone && <ShelfState />}
      <div class="looks">
        {!isPhone && <Colours />}
        {isNarrow ? (
          <div class="view">
            <Sheet label={texts.value.preview.view} arrow>
              {isPhone && <Source named />}
              {isPhone && <ShelfState />}
              {isPhone && <Colours named />}
              <div class="toggles">
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

function Source({ named = false }: { readonly named?: boolean }): JSX.Element {
  const words = texts.value.preview;
  return (
    <Segments
      legend={words.whose}
      named={named}
      options={[
        { value: 'typed', text: words.typed },
        { value: 'shelf', text: words.shelf },
      ]}
      value={state.value.show}
      choose={set('show')}
    />
  );
}

/** Compares what is typed with the shelf. */
function ShelfState(): JSX.Element {
  const words = texts.value.preview;
  return (
    <p class="standing soft small" role="status">
      {standing()}
    </p>
  );

  function standing(): string {
    const shown = live.value;
    const picture = drawn.value?.answer;
    if (problem.value) return picture ? words.notDrawn : words.nothingDrawn;
    if (!shown || !picture) return '';
    if (shown.label.revision === 0) return words.blank;
    const same = shown.image?.sha256 === picture.image.sha256 && shown.label.device === picture.label.device;
    return same ? words.same : words.differs;
  }
}

function Colours({ named = false }: { readonly named?: boolean }): JSX.Element {
  const words = texts.value.preview;
  return (
    <Segments
      legend={words.colours}
      named={named}
      options={[
        { value: 'ink', text: words.ink },
        { value: 'panel', text: words.seen },
      ]}
      value={state.value.view}
      choose={set('view')}
    />
  );
}

function Overlays(): JSX.Element {
  const words = texts.value.preview;
  return (
    <>
      {(['boxes', 'grid'] as const).map((name) => (
        <Toggle key={name} pressed={state.value[name]} press={set(name)}>
          {words[name]}
        </Toggle>
      ))}
    </>
  );
}

function RealSize({ look = 'toggle' }: { readonly look?: 'toggle' | 'real' }): JSX.Element {
  return (
    <Toggle
      look={look}
      pressed={state.value.zoom === 'real'}
      press={(pressed) => change({ zoom: pressed ? 'real' : 'fit' })}
    >
      {texts.value.preview.real}
    </Toggle>
  );
}

function Zoom({ scale }: { readonly scale: number }): JSX.Element {
  const words = texts.value.preview;
  const isNarrow = useMedia('(width < 1024px)');
  const { zoom } = state.value;
  const times = scale * devicePixelRatio;
  const said = timesOf(scale);
  const step = (by: -1 | 1): PreviewState => {
    const whole = by > 0 ? Math.floor(times + 0.001) : Math.ceil(times - 0.001);
    return change({ zoom: Math.min(16, Math.max(1, whole + by)) });
  };
  return (
    <div class="zoom" role="group" aria-label={words.zoom}>
      <button type="button" aria-label={words.smaller} onClick={() => step(-1)}>
        <Icon name="minus" />
      </button>
      <button type="button" aria-pressed={zoom === 'fit'} onClick={() => change({ zoom: 'fit' })}>
        {zoom === 'fit' ? words.fit(said) : said}
      </button>
      <button type="button" aria-label={words.larger} onClick={() => step(1)}>
        <Icon name="plus" />
      </button>
      {!isNarrow && <RealSize look="real" />}
    </div>
  );
}

/** "2×": screen pixels per label pixel; empty if no label is shown. */
export function timesOf(scale: number): string {
  return scale === 0 ? '' : `${Math.round(scale * devicePixelRatio * 100) / 100}×`;
}
