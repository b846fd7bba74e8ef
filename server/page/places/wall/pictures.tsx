import { useEffect, useRef } from 'preact/hooks';
import { watchSight } from '../../browser/ends.js';
import { neighbour } from '../../browser/neighbour.js';
import { LinkButton } from '../../parts/controls/index.js';
import { pixelsPerMm } from '../../parts/label/calibrate.js';
import { useSize } from '../../parts/label/use-size.js';
import { millimetresOf } from '../../state/panels.js';
import { wallScale } from '../../state/wall/scale.js';
import { texts } from '../../texts/index.js';
import { Filters } from './filters.js';
import { change, chosen, items, shown, state } from './model.js';
import { mounted, mountStep } from './output.js';
import { Picture } from './picture.js';

/** All labels at one scale. Labels of a row share a baseline. */
export function Pictures() {
  const words = texts.value.wall;
  const room = useRef<HTMLDivElement>(null);
  const { width } = useSize(room);
  const { real } = state.value;
  const seen = shown.value;
  const widest = Math.max(...chosen.value.map(({ panel }) => millimetresOf(panel).width));
  const scale = real ? pixelsPerMm.value : wallScale(widest, width);
  useEffect(() => {
    mounted.value = mountStep;
  }, [items.value]);
  useEffect(() => {
    // A filter may have hidden the label that was the stop in the order of Tab.
    if (!room.current!.querySelector('.picture[tabindex="0"]'))
      room.current!.querySelector('.picture')?.setAttribute('tabindex', '0');
  }, [seen]);
  return (
    <section class="wall-room fill" aria-label={texts.value.places.wall}>
      <div class="wall-top flow">
        {items.value.length > 0 && <Filters />}
        {seen.length > 0 && <Ruler scale={scale} />}
      </div>
      {seen.length === 0 && items.value.length > 0 && <Nothing />}
      <p id="wall-keys" class="unseen">
        {words.pictures}
      </p>
      <div ref={room} class="wall-scroll" data-real={real || undefined}>
        {width > 0 && seen.length > 0 && (
          <ul aria-describedby="wall-keys" onKeyDown={moveFocus}>
            {seen.slice(0, mounted.value).map((item, i) => (
              <Picture key={item.id} item={item} scale={scale} room={real ? Infinity : width} first={i === 0} />
            ))}
          </ul>
        )}
        {seen.length > mounted.value && <More />}
      </div>
      <PrintRuler />
    </section>
  );
}

/** Mounts more labels when the last one is nearly visible. */
function More() {
  const element = useRef<HTMLDivElement>(null);
  const count = mounted.value;
  useEffect(
    () =>
      watchSight(element.current!, '1200px', (inSight) => {
        if (inSight) mounted.value += mountStep;
      }),
    [count],
  );
  return <div ref={element} class="more-labels" />;
}

function Nothing() {
  const words = texts.value.wall;
  return (
    <p class="nothing">
      {words.none}{' '}
      <LinkButton
        text={words.showAll}
        press={() => change({ makers: [], inks: [], panels: [], warned: false, found: '' })}
      />
    </p>
  );
}

/** Millimetres of the ruler, and between its ticks. */
const [long, tick] = [20, 5];

function Ruler({ scale }: { readonly scale: number }) {
  const words = texts.value.wall;
  const { real } = state.value;
  const ticks = Array.from({ length: long / tick + 1 }, (_, i) => i * tick * scale + 0.5);
  const end = long * scale;
  return (
    <p class="ruler flow soft small to-end">
      <span>{words.ruler({ mm: long })}</span>
      <svg width={end + 1} height="8" viewBox={`0 0 ${end + 1} 8`} aria-hidden="true">
        <path d={`M0 7.5H${end + 1}${ticks.map((x) => `M${x} 0V8`).join('')}`} fill="none" stroke="currentColor" />
      </svg>
      <LinkButton text={real ? words.fitted : words.real} press={() => change({ real: !real })} />
    </p>
  );
}

/** A printed line shows whether the printer kept the size. */
function PrintRuler() {
  return (
    <div class="print-ruler">
      <div />
      <p>{texts.value.wall.ruler50}</p>
    </div>
  );
}

function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const { key, currentTarget } = event;
  const from = (event.target as Element).closest('li')!.querySelector('.picture');
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const next = neighbour(key, [...currentTarget.querySelectorAll<HTMLElement>('.picture')], from);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}
