import type { JSX } from 'preact';
import { Segments } from '../../parts/controls/index.js';
import { texts } from '../../texts/index.js';
import { FindingList, SetChoice } from '../lint.js';
import { change, drawn, set, state } from './model.js';

/** Fields or findings. */
export function Tabs(): JSX.Element {
  const words = texts.value.lint;
  const { check, lint } = state.value;
  const count = check || lint.length > 0 ? findings().length : 0;
  return (
    <div class="tabs">
      <Segments
        legend={words.tabsLegend}
        options={[
          { value: 'fields', text: words.tabs.fields },
          { value: 'check', text: words.checkOf(count) },
        ]}
        value={check ? 'check' : 'fields'}
        choose={(value) => change({ check: value === 'check' })}
      />
    </div>
  );
}

/** The sets of rules, and what they find on what is typed. */
export function CheckTab(): JSX.Element {
  const words = texts.value.lint;
  const { lint, locale } = state.value;
  return (
    <section class="check" aria-label={words.tabs.check} aria-live="polite">
      <SetChoice sets={lint} locale={locale} put={set('lint')} />
      <FindingList findings={findings()} />
      <p class="small soft">{words.advice}</p>
    </section>
  );
}

export function findings() {
  return drawn.value?.answer.findings ?? [];
}
