import type { ComponentChildren } from 'preact';
import { catalogue } from '../../api/catalogue.js';
import { Icon, LinkButton } from '../../parts/controls/index.js';
import { placeAddress } from '../../parts/place-address.js';
import { SmallPicture } from '../../parts/label/small-picture.js';
import { typedPrice } from '../../state/decimals.js';
import { previewFields, updateOf } from '../../state/fields.js';
import { millimetresOf } from '../../state/panels.js';
import { texts } from '../../texts/index.js';
import { codeOpen } from './code-drawer.js';
import { device, layout, state, welcome } from './model.js';
import { picture, usualLayouts, usualPanels } from './picking/pictures.js';

/** Links from a first visit to other places, with pictures of what is typed. */
export function Cards() {
  const { places, preview: words } = texts.value;
  const { devices, layouts } = catalogue.value!;
  const { price } = updateOf(state.value);
  return (
    <nav class="cards" aria-label={words.waysOn}>
      <Card to={placeAddress('/wall')} title={places.wall} note={words.cards.wall({ count: devices.length })}>
        <OnPanels />
      </Card>
      <Card to={placeAddress('/layouts')} title={places.layouts} note={words.cards.layouts({ count: layouts.length })}>
        <InLayouts />
      </Card>
      <Card to={placeAddress('/shelf')} title={places.shelf} note={words.cards.shelf}>
        <OnRails />
      </Card>
      <Card to={openCode} title={words.cards.till} note={words.cards.tillNote}>
        <pre class="call" aria-hidden="true">{`curl -X POST\n…/api/esl/update\n-d '{"price":"${price}"}'`}</pre>
      </Card>
    </nav>
  );
}

function openCode(): void {
  codeOpen.value = true;
  welcome.value = false;
}

interface CardProps {
  /** An address, or what a press does. */
  readonly to: string | (() => void);
  readonly title: string;
  readonly note: string;
  readonly children: ComponentChildren;
}

function Card({ to, title, note, children }: CardProps) {
  const text = (
    <>
      {title} <Icon name="right" />
    </>
  );
  return (
    <div class="card-way">
      <div class="picture line">{children}</div>
      {typeof to === 'string' ? (
        <a class="title" href={to}>
          {text}
        </a>
      ) : (
        <LinkButton look="title" text={text} press={to} />
      )}
      <p class="small soft">{note}</p>
    </div>
  );
}

/** A large panel, the chosen one and a small one, at one scale. */
function OnPanels() {
  const { devices } = catalogue.value!;
  const usual = usualPanels(devices, state.value.device).toSorted(
    (a, b) => millimetresOf(b).width - millimetresOf(a).width,
  );
  const shown = new Set([usual[0], device.value, usual.at(-1)].filter((each) => each !== undefined));
  const perMm = 92 / millimetresOf(usual[0]!).width;
  return (
    <>
      {layout.value &&
        [...shown].map((each) => {
          const { width, height } = millimetresOf(each);
          const room = { width: width * perMm, height: height * perMm };
          return <span key={each.id}>{picture(each, layout.value!, room)}</span>;
        })}
    </>
  );
}

function InLayouts() {
  const { devices, layouts } = catalogue.value!;
  const others = usualLayouts(layouts).filter(({ id }) => id !== state.value.layout);
  return (
    <div class="four">
      {others.slice(0, 4).map((each) => (
        <span key={each.id}>{picture(device.value ?? devices[0]!, each, { width: 81, height: 36 })}</span>
      ))}
    </div>
  );
}

function OnRails() {
  const { samples } = texts.value.preview;
  const [panel, chosen, now] = [device.value, layout.value, state.value];
  if (!panel || !chosen) return <></>;
  const label = ([name, price, unit]: (typeof samples)[number]) => {
    const fields = previewFields({ ...now, name, price: typedPrice(price, now.locale), unit }, chosen);
    return <SmallPicture key={name} fields={fields} panel={panel} room={{ width: 54, height: 27 }} />;
  };
  return (
    <div class="rails stack">
      <div>{samples.slice(0, 3).map(label)}</div>
      <div>{samples.slice(3).map(label)}</div>
    </div>
  );
}
