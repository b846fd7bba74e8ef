import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { DeviceView, PreviewAnswer } from '../../../http/answers.js';
import { address } from '../../browser/router.js';
import { pixelsPerMm } from '../../parts/label/calibrate.js';
import { focusField } from '../../parts/controls/field.js';
import { Label, type Mark } from '../../parts/label/label.js';
import { useSize } from '../../parts/label/use-size.js';
import { scaleOf } from '../../state/fit.js';
import { nameOf, sizeInMm } from '../../state/panels.js';
import { texts } from '../../texts/index.js';
import { live, shelfImage } from './live.js';
import { device, drawn, problem, state } from './model.js';
import { numbered, warningWords } from './form/said.js';
import { Toolbar } from './toolbar.js';

/** The label, large, with the tools to look at it. */
export function Stage(): JSX.Element {
  const room = useRef<HTMLDivElement>(null);
  const size = useSize(room);
  const words = texts.value.preview;
  const { zoom, view, grid, boxes, show } = state.value;
  const image = show === 'shelf' ? shelfImage.value : drawn.value?.image;
  const answer = show === 'shelf' ? null : drawn.value?.answer;
  const panel = device.value;
  const pixels = image && { width: image.naturalWidth, height: image.naturalHeight };
  const scale =
    pixels && panel && size.width > 0
      ? scaleOf(zoom, pixels, size, devicePixelRatio, pixelsPerMm.value, panel.dpi.value)
      : 0;
  return (
    <section class="stage" aria-label={words.view}>
      <Toolbar scale={scale} />
      <Intro />
      <div
        class="room"
        ref={room}
        tabIndex={pixels && pixels.width * scale > size.width ? 0 : undefined}
        data-stale={problem.value !== null || undefined}
      >
        {image && scale > 0 && (
          <Label
            image={image}
            alt={altText(panel)}
            scale={scale}
            grid={grid}
            boxes={boxes ? (answer?.boxes ?? []) : []}
            marks={answer ? marksOf(answer) : []}
            choose={({ field }) => {
              focusField(field);
            }}
          />
        )}
      </div>
      {panel && <Facts panel={panel} />}
      {view === 'panel' && panel?.measured_basis.kind === 'placeholder' && (
        <p class="basis soft small">{words.unmeasured}</p>
      )}
    </section>
  );

  function altText(of: DeviceView | undefined): string {
    const label = show === 'shelf' ? live.value?.label : drawn.value?.answer.label;
    const content = label?.content;
    const other = label && label.revision > 0 ? words.uploaded : words.blank;
    const said = content ? `${content.product_name}, ${content.price}, ${content.unit}` : other;
    return `${said}; ${of ? nameOf(of) : ''}`;
  }

  function marksOf({ warnings, boxes: all = [] }: PreviewAnswer): readonly Mark[] {
    return numbered(warnings).flatMap(({ number, warning }, i) => {
      const box = all.find(({ warnings: own }) => own.includes(i));
      if (!box) return [];
      const said = words.warned(number, warningWords(warning, words));
      return [{ ...box, number, words: said, field: warning.field }];
    });
  }
}

/** Says what this is to those who come without a link; to others who hear the page, where they are. */
function Intro(): JSX.Element {
  const { places, preview } = texts.value;
  if (address.get().search !== '') return <h1 class="unseen">{places.preview}</h1>;
  return (
    <div class="intro">
      <h1>{preview.heading}</h1>
      <p class="soft">{preview.intro}</p>
    </div>
  );
}

function Facts({ panel }: { readonly panel: DeviceView }): JSX.Element {
  const view = state.value.view === 'panel' ? 'measured' : 'device';
  return (
    <p class="facts small">
      <b>{nameOf(panel)}</b>
      <span>{sizeInMm(panel)}</span>
      <span>{`${panel.width} × ${panel.height} px`}</span>
      {panel.inks.length <= 6 && (
        <span class="inks">
          {panel.inks.map((ink) => (
            <span key={ink.name}>
              <i style={{ background: ink[view] }} /> {ink.name}
            </span>
          ))}
        </span>
      )}
    </p>
  );
}
