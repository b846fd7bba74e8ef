import { useRef } from 'preact/hooks';
import type { DeviceView } from '../../../../http/answers.js';
import { Button, Icon, Segments, Select, useMedia, ZoomButtons } from '../../../parts/controls/index.js';
import { pixelsPerMm } from '../../../parts/label/calibrate.js';
import { Blank, Label } from '../../../parts/label/label.js';
import { choosePanel } from '../../../parts/label/panel-chooser.js';
import { SmallPicture } from '../../../parts/label/small-picture.js';
import { useSize } from '../../../parts/label/use-size.js';
import { bezelOf, scaleOf, type Dimensions } from '../../../state/fit.js';
import { contentKinds, foreignLocales } from '../../../state/layout/contents.js';
import { nameOf as nameOfPanel, sizeInMm } from '../../../state/panels.js';
import { language, localeName, texts } from '../../../texts/index.js';
import { FindingList, SetSelect } from '../../lint.js';
import { contentWords, marksOf } from '../../words.js';
import { document, entry } from '../model/document.js';
import { boxes, drawn, fieldsFor, problem } from '../model/drawing.js';
import { choose, device, select, set, state, zoom, zoomBy } from '../model/state.js';
import { pathOfPlaced, pressStage } from './gestures.js';
import { Overlay, Ruler } from './overlay.js';
import { Problems } from './problems.js';
import { Typing } from './typing.js';

/** CSS pixels of the rulers, beside those that are free there anyway; a phone has no rulers. */
const ruler = { width: 44, height: 24 };
const noRuler = { width: 0, height: 0 };

export function Stage() {
  const words = texts.value.editor;
  const room = useRef<HTMLDivElement>(null);
  const size = useSize(room);
  const now = drawn.value;
  const panel = device.value;
  const pixels = now ? { width: now.image.naturalWidth, height: now.image.naturalHeight } : panel;
  const rulers = useMedia('(width < 768px)') ? noRuler : ruler;
  const inner = { width: size.width - rulers.width, height: size.height - rulers.height };
  const scale =
    pixels && panel && inner.width > 0
      ? scaleOf('fit', pixels, inner, devicePixelRatio, pixelsPerMm.value, panel.dpi.value) * zoom.value
      : 0;
  return (
    <section class="stage" aria-label={words.label}>
      <p id="editor-keys" class="unseen">
        {words.keys}
      </p>
      <div
        class="room"
        ref={room}
        onPointerDown={pressStage}
        onWheel={(event) => {
          if (!event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          zoomBy(event.deltaY < 0 ? 2 : 0.5);
        }}
      >
        {pixels && !now && scale > 0 && <Blank pixels={pixels} scale={scale} />}
        {pixels && now && scale > 0 && panel && (
          <div class="ruled" style={{ '--bezel': `${bezelOf(pixels.height * scale) + 1}px` }}>
            <Ruler side="width" pixels={pixels.width} scale={scale} dpi={panel.dpi.value} />
            <Ruler side="height" pixels={pixels.height} scale={scale} dpi={panel.dpi.value} />
            <Label
              image={now.image}
              alt={`${contentWords(now.answer.label.content!)}; ${nameOfPanel(panel)}`}
              scale={scale}
              marks={marksOf(now.answer)}
              choose={({ number }) =>
                select(pathOfPlaced(boxes.value.find(({ warnings }) => warnings.includes(number - 1))!))
              }
            >
              <Overlay scale={scale} />
              <Typing scale={scale} />
            </Label>
          </div>
        )}
      </div>
      {!entry.value.problem && !problem.value && now?.answer.findings ? (
        <div class="problems">
          <FindingList findings={now.answer.findings} press={({ boxes: [box] }) => select(pathOfPlaced(box!))} />
        </div>
      ) : (
        <Problems />
      )}
      {panel && <Facts panel={panel} />}
    </section>
  );
}

function Facts({ panel }: { readonly panel: DeviceView }) {
  const words = texts.value.editor;
  const { content, locale } = state.value;
  const picture = (each: DeviceView, largest: Dimensions) => (
    <SmallPicture fields={fieldsFor(document.value, each.id, content, locale)} panel={each} room={largest} />
  );
  return (
    <div class="facts flow small">
      <Button
        look="pick"
        label={`${texts.value.preview.fieldNames.device}: ${nameOfPanel(panel)}`}
        press={() => {
          choosePanel({ chosen: () => [device.value!.id], choose: (id) => choose({ device: id }), picture });
        }}
      >
        {nameOfPanel(panel)} <Icon name="down" />
      </Button>
      <span class="soft">{sizeInMm(panel, language.value)}</span>
      <Segments
        legend={words.content}
        options={contentKinds.map((value) => ({ value, text: words.contents[value] }))}
        value={content}
        choose={set('content')}
      />
      <label>
        <span class="unseen">{words.foreign}</span>
        <Select
          options={foreignLocales.map((id) => [id, localeName(id.slice(0, 2))])}
          value={locale}
          put={set('locale')}
        />
      </label>
      <ZoomButtons
        now={zoom.value === 1 ? '' : `× ${zoom.value.toLocaleString(language.value)}`}
        fits={zoom.value === 1}
        fit={() => zoomBy(0)}
        step={(by) => zoomBy(2 ** by)}
      />
      <SetSelect sets={state.value.lint} put={set('lint')} />
    </div>
  );
}
