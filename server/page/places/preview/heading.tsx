import type { JSX } from 'preact';
import { texts } from '../../texts/index.js';
import { welcome } from './model.js';

/** Says what this is to those who come without a link; to others who hear the page, where they are. */
export function Heading(): JSX.Element {
  const { places, preview } = texts.value;
  if (!welcome.value) return <h1 class="unseen">{places.preview}</h1>;
  return (
    <div class="intro">
      <h1>{preview.heading}</h1>
      <p class="soft">{preview.intro}</p>
    </div>
  );
}
