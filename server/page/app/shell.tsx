import { type Signal, signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { catalogue, readCatalogue } from '../api/catalogue.js';
import { listen, together } from '../browser/ends.js';
import { address } from '../browser/router.js';
import { uncover } from '../browser/uncover.js';
import { Alone, Loading } from '../parts/controls/index.js';
import { PanelChooser } from '../parts/label/panel-chooser.js';
import { CalibrateDialog } from '../parts/label/calibrate.js';
import { placeAddress } from '../parts/place-address.js';
import { Failed } from '../places/failed.js';
import { texts } from '../texts/index.js';
import { Header } from './header.js';
import { KeyDialog } from './key-dialog.js';
import { palette, pressPaletteKey } from './open-palette.js';
import { type StudioPlace, placeOf } from './places.js';

const loaded: Signal<ReadonlyMap<StudioPlace, FunctionComponent>> = signal(new Map());
/** Why the current place could not be loaded; null: it is loaded, or about to be. */
const failure = signal<unknown>(null);

async function load(place: StudioPlace): Promise<void> {
  failure.value = null;
  try {
    const [component] = await Promise.all([
      place.load(),
      catalogue.peek() || place.apart ? undefined : readCatalogue(),
    ]);
    loaded.value = new Map([...loaded.peek(), [place, component]]);
  } catch (error) {
    failure.value = error;
  }
}

export function Shell() {
  const { path } = address.get();
  const place = placeOf(path);
  const words = texts.value;
  const Palette = palette.value;
  useEffect(() => together(listen(document, 'keydown', pressPaletteKey), listen(document, 'focusin', uncover)), []);
  useEffect(() => {
    if (place && !loaded.peek().has(place)) void load(place);
  }, [place]);
  useEffect(() => {
    const name = place && words.places[place.name];
    document.title = name ? `${name} – ${words.name}` : words.name;
  }, [place, words]);
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {words.skip}
      </a>
      <Header place={place} />
      <main id="main" tabIndex={-1}>
        <Content place={place} />
      </main>
      <KeyDialog />
      <CalibrateDialog />
      <PanelChooser />
      {Palette && <Palette close={() => (palette.value = null)} />}
    </div>
  );
}

function Content({ place }: { readonly place: StudioPlace | undefined }) {
  const words = texts.value;
  const Shown = place && loaded.value.get(place);
  if (Shown) return <Shown />;
  if (place && failure.value) return <Failed title={words.name} error={failure.value} again={() => load(place)} />;
  if (place) return <Loading />;
  return (
    <Alone title={words.name} text={words.noPlace}>
      <a href={placeAddress('/')}>{words.toPreview}</a>
    </Alone>
  );
}
