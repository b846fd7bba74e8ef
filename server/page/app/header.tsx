import { theme, themes } from '../browser/theme.js';
import { Icon, LinkButton, Segments, Sheet } from '../parts/controls/index.js';
import { connection, shareSheet } from '../parts/header-slots.js';
import { calibrating } from '../parts/label/calibrate.js';
import { placeAddress } from '../parts/place-address.js';
import { type Language, language, languages, texts } from '../texts/index.js';
import { openPalette } from './open-palette.js';
import { type StudioPlace, places } from './places.js';

export function Header({ place }: { readonly place: StudioPlace | undefined }) {
  const words = texts.value;
  const Share = shareSheet.value;
  return (
    <header class="header line">
      <a class="title line" href="/">
        {words.name}
      </a>
      <nav class="places" aria-label={words.name} data-alone={places.length === 1 ? '' : undefined}>
        {places
          .filter(({ apart }) => !apart)
          .map((each) => (
            <a
              key={each.name}
              class="line"
              href={placeAddress(each.path)}
              aria-current={each === place ? 'page' : undefined}
            >
              <Icon name={each.icon} />
              {words.places[each.name]}
            </a>
          ))}
      </nav>
      <div class="end to-end line">
        <p
          class="connection line soft fine"
          role="status"
          data-state={connection.value ?? 'waiting'}
          hidden={connection.value === null}
        >
          {connection.value && words.connection[connection.value]}
        </p>
        {Share && (
          <Sheet label={words.share}>
            <Share />
          </Sheet>
        )}
        <Sheet label={words.menu} icon="menu">
          <MainMenu />
        </Sheet>
      </div>
    </header>
  );
}

function MainMenu() {
  const words = texts.value;
  return (
    <>
      <Segments
        legend={words.theme}
        named
        options={themes.map((value) => ({ value, text: words.themes[value] }))}
        value={theme.value}
        choose={(value) => (theme.value = value)}
      />
      <Segments
        legend={words.language}
        named
        options={(Object.keys(languages) as Language[]).map((value) => ({
          value,
          text: languages[value],
          lang: value,
        }))}
        value={language.value}
        choose={(value) => (language.value = value)}
      />
      <div class="links">
        <LinkButton text={`${words.palette.title} (Ctrl+K)`} press={openPalette} />
        <LinkButton text={words.calibrate} press={() => (calibrating.value = true)} />
        <a href={placeAddress('/docs')}>{words.docs}</a>
        <a href="/api">{words.places.docs}</a>
        <a href="/api/esl/example">{words.example}</a>
        <a href="/openapi.json">{words.document}</a>
      </div>
    </>
  );
}
