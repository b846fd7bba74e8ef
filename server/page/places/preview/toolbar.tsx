import type { JSX } from 'preact';
import { Icon } from '../../parts/controls/icon.js';
import { Segments } from '../../parts/controls/segments.js';
import { Toggle } from '../../parts/controls/toggle.js';
import { texts } from '../../texts/index.js';
import { live } from './live.js';
import { change, drawn, problem, state } from './model.js';

/** How the label is looked at. Nothing of it is sent. */
export function Toolbar({ scale }: { readonly scale: number }): JSX.Element {
  const words = texts.value.preview;
  const { view, show, grid, boxes } = state.value;
  return (
    <div class="toolbar">
      <Segments
        legend={words.whose}
        options={[
          { value: 'typed', text: words.typed },
          { value: 'shelf', text: words.shelf },
        ]}
        value={show}
        choose={(value) => {
          change({ show: value });
        }}
      />
      <p class="standing soft small" role="status">
        {standing()}
      </p>
      <div class="looks">
        <Segments
          legend={words.colours}
          options={[
            { value: 'ink', text: words.ink },
            { value: 'panel', text: words.seen },
          ]}
          value={view}
          choose={(value) => {
            change({ view: value });
          }}
        />
        <Toggle
          pressed={boxes}
          text={words.boxes}
          press={(pressed) => {
            change({ boxes: pressed });
          }}
        />
        <Toggle
          pressed={grid}
          text={words.grid}
          press={(pressed) => {
            change({ grid: pressed });
          }}
        />
        <Zoom scale={scale} />
      </div>
    </div>
  );

  function standing(): string {
    const shown = live.value;
    const picture = drawn.value?.answer;
    if (problem.value) return words.notDrawn;
    if (!shown || !picture) return '';
    if (shown.label.revision === 0) return words.blank;
    const same = shown.image?.sha256 === picture.image.sha256 && shown.label.device === picture.label.device;
    return same ? words.same : words.differs;
  }
}

function Zoom({ scale }: { readonly scale: number }): JSX.Element {
  const words = texts.value.preview;
  const { zoom } = state.value;
  const times = scale * devicePixelRatio;
  const said = times === 0 ? '' : `${Math.round(times * 100) / 100}×`;
  const step = (by: -1 | 1): void => {
    const whole = by > 0 ? Math.floor(times + 0.001) : Math.ceil(times - 0.001);
    change({ zoom: Math.min(16, Math.max(1, whole + by)) });
  };
  return (
    <div class="zoom" role="group" aria-label={words.zoom}>
      <button
        type="button"
        aria-label={words.smaller}
        onClick={() => {
          step(-1);
        }}
      >
        <Icon name="minus" />
      </button>
      <button
        type="button"
        aria-pressed={zoom === 'fit'}
        onClick={() => {
          change({ zoom: 'fit' });
        }}
      >
        {zoom === 'fit' ? words.fit(said) : words.times(said)}
      </button>
      <button
        type="button"
        aria-label={words.larger}
        onClick={() => {
          step(1);
        }}
      >
        <Icon name="plus" />
      </button>
      <button
        type="button"
        class="real"
        aria-pressed={zoom === 'real'}
        onClick={() => {
          change({ zoom: zoom === 'real' ? 'fit' : 'real' });
        }}
      >
        {words.real}
      </button>
    </div>
  );
}
