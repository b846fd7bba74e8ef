import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { LinkButton } from '../../parts/controls/buttons.js';
import { pixelsPerMm } from '../../parts/label/calibrate.js';
import { useSize } from '../../parts/label/use-size.js';
import { millimetresOf, wallScale } from '../../state/wall/scale.js';
import { texts } from '../../texts/index.js';
import { moveFocus } from './arrows.js';
import { Warned } from './filters.js';
import { change, chosen, items, shown, state } from './model.js';
import { Picture } from './picture.js';
import { slice, there } from './print.js';

/** All labels of the wall at one scale, standing on one line each row. */
export function Pictures(): JSX.Element {
  const words = texts.value.wall;
  const room = useRef<HTMLDivElement>(null);
  const { width } = useSize(room);
  const { real } = state.value;
  const seen = shown.value;
  const widest = Math.max(...chosen.value.map(({ panel }) => millimetresOf(panel).width));
  const scale = real ? pixelsPerMm.value : wallScale(widest, width);
  useEffect(() => {
    there.value = slice;
  }, [items.value]);
  return (
    <section class="wall-room" aria-label={texts.value.places.wall}>
      <div class="wall-top">
        {state.value.by !== 'panels' && <Warned />}
        {seen.length > 0 && <Ruler scale={scale} />}
      </div>
      {seen.length === 0 && items.value.length > 0 && <Nothing />}
      <p id="wall-keys" class="unseen">
        {words.pictures}
      </p>
      <div ref={room} class="wall-scroll" data-real={real || undefined}>
        {width > 0 && seen.length > 0 && (
          <ul aria-describedby="wall-keys" onKeyDown={moveFocus}>
            {seen.slice(0, there.value).map((item, i) => (
              <Picture key={item.id} item={item} scale={scale} room={real ? Infinity : width} first={i === 0} />
            ))}
          </ul>
        )}
        {seen.length > there.value && <More />}
      </div>
      <PrintRuler />
    </section>
  );
}

/** Lets more labels be there once the last of them is nearly in sight. */
function More(): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  const count = there.value;
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) there.value += slice;
      },
      { rootMargin: '1200px' },
    );
    observer.observe(element.current!);
    return () => {
      observer.disconnect();
    };
  }, [count]);
  return <div ref={element} class="more-labels" />;
}

function Nothing(): JSX.Element {
  const words = texts.value.wall;
  return (
    <p class="nothing">
      {words.none}{' '}
      <LinkButton text={words.showAll} press={() => change({ makers: [], inks: [], panels: [], warned: false })} />
    </p>
  );
}

/** Millimetres that the ruler is long, and between its ticks. */
const [long, tick] = [20, 5];

function Ruler({ scale }: { readonly scale: number }): JSX.Element {
  const words = texts.value.wall;
  const { real } = state.value;
  const ticks = Array.from({ length: long / tick + 1 }, (_, i) => i * tick * scale + 0.5);
  const end = long * scale;
  return (
    <p class="ruler soft small">
      <span>{words.ruler(long)}</span>
      <svg width={end + 1} height="8" viewBox={`0 0 ${end + 1} 8`} aria-hidden="true">
        <path d={`M0 7.5H${end + 1}${ticks.map((x) => `M${x} 0V8`).join('')}`} fill="none" stroke="currentColor" />
      </svg>
      <LinkButton text={real ? words.fitted : words.real} press={() => change({ real: !real })} />
    </p>
  );
}

/** On paper, a line by which people see whether the printer kept the size. */
function PrintRuler(): JSX.Element {
  return (
    <div class="print-ruler">
      <div />
      <p>{texts.value.wall.ruler50}</p>
    </div>
  );
}
