import { theme, themes } from '../browser/theme.js';
import { LinkButton, Segments } from '../parts/controls/index.js';
import { calibrating } from '../parts/label/calibrate.js';
import { placeAddress } from '../parts/place-address.js';
import { type Language, language, languages, texts } from '../texts/index.js';
import { openPalette } from './open-palette.js';

export function MainMenu() {
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
