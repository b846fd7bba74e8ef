import { Answer, LinkButton } from '../../../parts/controls/index.js';
import { currencyFor } from '../../../state/fields.js';
import { firstState } from '../../../state/preview-state.js';
import { texts } from '../../../texts/index.js';
import { absent } from '../live.js';
import { change, chooseLocale, missing, state } from '../model.js';
import { choices } from '../picking/pictures.js';

/** Reports what a link names and this server does not have. */
export function MissingNotes() {
  const words = texts.value.preview;
  const now = state.value;
  const ids = { ...now, currency: currencyFor(now) };
  const ways = {
    device: [words.choosePanel, choices.device],
    layout: [words.chooseLayout, choices.layout],
    locale: [words.chooseUsual({ id: firstState.locale }), () => chooseLocale(firstState.locale)],
    currency: [words.chooseUsual({ id: 'EUR' }), () => change({ currency: 'EUR' })],
  } as const;
  return (
    <div class="missing stack">
      {missing.value.map((what) => (
        <Answer key={what} kind="warning" title={words.missing[what]}>
          {words.unknown({ id: ids[what] })} <LinkButton text={ways[what][0]} press={ways[what][1]} />
        </Answer>
      ))}
      {absent.value && (
        <Answer kind="warning" title={words.missing.label} text={words.labelMissing({ id: now.label })} />
      )}
    </div>
  );
}
