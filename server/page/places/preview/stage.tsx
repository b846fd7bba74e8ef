import { useLayoutEffect, useRef } from 'preact/hooks';
import type { DeviceView } from '../../../http/answers.js';
import { focusField, LinkButton, useMedia } from '../../parts/controls/index.js';
import { pixelsPerMm } from '../../parts/label/calibrate.js';
import { Blank, Label } from '../../parts/label/label.js';
import { useSize } from '../../parts/label/use-size.js';
import { needsRoomOfRows, panelIn, scaleOf } from '../../state/fit.js';
import { nameOf, sizeInMm } from '../../state/panels.js';
import { language, textOf, texts } from '../../texts/index.js';
import { findingMarks } from '../lint.js';
import { contentWords, marksOf } from '../words.js';
import { Heading } from './form/form.js';
import { shelf, shelfDevice } from './live.js';
import { device, drawn, folded, problem, state, welcome } from './model.js';
import { choices } from './picking/pictures.js';
import { timesOf, Toolbar } from './toolbar.js';

export function Stage() {
  const room = useRef<HTMLDivElement>(null);
  const size = useSize(room);
  const words = texts.value.preview;
  const { zoom, view, grid, boxes, show, check } = state.value;
  const isShelf = show === 'shelf';
  const image = isShelf ? shelf.value?.image : drawn.value?.image;
  const answer = isShelf ? null : drawn.value?.answer;
  const panel = isShelf ? shelfDevice.value : device.value;
  const pixels = image ? panelIn(image, panel) : panel;
  const around = image ? 2 * panelIn(image, panel).margin : 0;
  const scale =
    pixels && panel && size.width > 0
      ? scaleOf(
          zoom,
          { width: pixels.width + around, height: pixels.height + around },
          size,
          devicePixelRatio,
          pixelsPerMm.value,
          panel.dpi.value,
        )
      : 0;
  const isNarrow = useMedia('(width < 1024px)');
  const hasRows = useMedia('(1024px <= width < 1920px)');
  useLayoutEffect(() => {
    const wanted = zoom === 'fit' ? 1 : scale;
    const isTooLarge =
      hasRows && !welcome.value && panel && size.height > 0 && needsRoomOfRows(panel, size, folded.peek(), wanted);
    folded.value = isNarrow || isTooLarge === true;
  });
  return (
    <section class="stage" aria-label={words.view}>
      {!welcome.value && <Toolbar scale={scale} />}
      {!isNarrow && <Heading />}
      <div
        class="room"
        ref={room}
        tabIndex={pixels && pixels.width * scale > size.width ? 0 : undefined}
        data-stale={(!isShelf && problem.value !== null) || undefined}
      >
        {image && scale > 0 && (
          <Label
            image={image}
            panel={panel}
            alt={altText(panel)}
            scale={scale}
            grid={grid}
            boxes={boxes ? (answer?.boxes ?? []) : []}
            marks={check && answer ? findingMarks(answer.findings ?? []) : answer ? marksOf(answer) : []}
            choose={({ field, number }) =>
              check ? document.querySelector<HTMLElement>(`#finding-${number}`)?.focus() : focusField(field)
            }
          />
        )}
        {!image && panel && scale > 0 && <Blank pixels={panel} scale={scale} />}
      </div>
      {panel && <Facts panel={panel} scale={scale} />}
      {view !== 'ink' && panel?.measured_basis.kind === 'placeholder' && (
        <p class="basis soft small">{words.unmeasured}</p>
      )}
    </section>
  );
}

function altText(panel: DeviceView | undefined): string {
  const words = texts.value.preview;
  const isShelf = state.value.show === 'shelf';
  const label = isShelf ? shelf.value?.label : drawn.value?.answer.label;
  const other = !label ? words.formerRevision : label.revision > 0 ? words.uploaded : words.blank;
  return `${label?.content ? contentWords(label.content) : other}; ${panel ? nameOf(panel) : ''}`;
}

function Facts({ panel, scale }: { readonly panel: DeviceView; readonly scale: number }) {
  const words = texts.value.preview;
  const view = state.value.view === 'ink' ? 'device' : 'measured';
  const isShrunk = scale > 0 && scale * devicePixelRatio < 0.999;
  return (
    <p class="facts flow soft small">
      <b>{nameOf(panel)}</b>
      <span>{sizeInMm(panel, language.value)}</span>
      <span class="pixels">{`${panel.width} × ${panel.height} px`}</span>
      {panel.inks.length <= 6 && (
        <span class="inks">
          {panel.inks.map((ink) => (
            <span key={ink.name}>
              <i style={{ background: ink[view] }} /> {textOf(words.inks, ink.name) ?? ink.name}
            </span>
          ))}
        </span>
      )}
      {isShrunk && <span class="shrunk">{words.shrunk({ times: timesOf(scale) })}</span>}
      {welcome.value && <LinkButton text={words.anotherPanel} press={choices.device} />}
    </p>
  );
}
