import { Segments } from '../../parts/controls/index.js';
import { texts } from '../../texts/index.js';
import { FindingList, SetChoice } from '../lint.js';
import { change, drawn, set, state } from './model.js';

export function Tabs() {
  const words = texts.value.lint;
  const { check, lint } = state.value;
  const count = check || lint.length > 0 ? findings().length : 0;
  return (
    <div class="tabs">
      <Segments
        legend={words.tabsLegend}
        options={[
          { value: 'fields', text: words.tabs.fields },
          { value: 'check', text: words.checkOf({ count }) },
        ]}
        value={check ? 'check' : 'fields'}
        choose={(value) => change({ check: value === 'check' })}
      />
    </div>
  );
}

export function CheckTab() {
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
