import { Icon, LinkButton, Toggle } from '../../parts/controls/index.js';
import { texts } from '../../texts/index.js';
import { hasFinding, SetSelect } from '../lint.js';
import type { Item } from './items.js';
import { change, chosen, complete, state } from './model.js';
import { findingsOf } from './words.js';

/** Which rules check the labels, and how many labels break them; pressed, only those are shown. */
export function LintFilter() {
  const { content, found } = state.value;
  const counts = countsByRule(chosen.value);
  return (
    <>
      <SetSelect sets={content.lint} put={(lint) => change({ content: { ...content, lint }, found: '' })} />
      {content.lint.length > 0 && complete.value && (
        <>
          <Sum />
          {[...counts].map(([code, count]) => (
            <Toggle
              key={code}
              look="chip"
              pressed={found === code}
              text={[code, ' ', <span class="count soft">{count}</span>]}
              press={(pressed) => change({ found: pressed ? code : '' })}
            />
          ))}
        </>
      )}
    </>
  );
}

/** "7 of 113 panels are not lawful in Austria". */
function Sum() {
  const words = texts.value.lint;
  const { by, found, content } = state.value;
  const all = chosen.value;
  const { length: count } = all.filter((item) => hasFinding(findingsOf(item), 'error'));
  const places = content.lint.filter((set) => !['truth', 'readability', 'data', 'codes'].includes(set));
  const some = words.of[by]({ count, all: all.length });
  const place = places.map((set) => words.sets[set]).join(', ');
  return (
    <LinkButton
      pressed={found === 'error'}
      text={
        <>
          {count > 0 && <Icon name="warning" />}
          <span>{place === '' ? words.unreadable({ some, count }) : words.unlawful({ some, count, place })}</span>
        </>
      }
      press={() => change({ found: found === 'error' ? '' : 'error' })}
    />
  );
}

/** The number of labels by rule, the most frequent first. */
function countsByRule(items: readonly Item[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items)
    for (const code of new Set(findingsOf(item).map((finding) => finding.code)))
      counts.set(code, (counts.get(code) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}
