import type { Finding, LintSet } from '../../../renderer/index.js';
import { lintSets, suggestedSets } from '../../../renderer/lint-sets.js';
import { FilterSelect, LinkButton, Toggle } from '../parts/controls/index.js';
import type { WarningMark } from '../parts/label/label.js';
import { texts } from '../texts/index.js';
import { findingWords } from '../texts/server-words.js';

/** The sets that one can choose: truth is always checked. */
const choices = (Object.keys(lintSets) as LintSet[]).filter((set) => set !== 'truth');

interface SetsProps {
  readonly sets: readonly LintSet[];
  readonly put: (sets: readonly LintSet[]) => unknown;
}

/** A toggle per set of rules. Those of the place of a locale are suggested, never chosen by themselves. */
export function SetChoice({ sets, put, locale }: SetsProps & { readonly locale: string }) {
  const words = texts.value.lint;
  const others = suggestedSets(locale).filter((set) => !sets.includes(set));
  return (
    <>
      <div class="lint-sets flow" role="group" aria-label={words.choose}>
        {choices.map((set) => (
          <Toggle
            key={set}
            look="chip"
            pressed={sets.includes(set)}
            text={words.sets[set]}
            press={(on) => put(on ? [...sets, set] : sets.filter((each) => each !== set))}
          />
        ))}
      </div>
      {others.map((set) => (
        <p key={set} class="small soft">
          {words.suggested({ place: words.sets[set] })}.{' '}
          <LinkButton text={words.add({ place: words.sets[set] })} press={() => put([...sets, set])} />
        </p>
      ))}
    </>
  );
}

/** One set of rules, where there is no room for all. */
export function SetSelect({ sets, put }: SetsProps) {
  const words = texts.value.lint;
  return (
    <FilterSelect
      label={words.choose}
      none={words.none}
      options={choices.map((set) => [set, words.sets[set]])}
      values={sets}
      put={(values) => put(values as readonly LintSet[])}
    />
  );
}

interface FindingsProps {
  readonly findings: readonly Finding[];
  readonly press?: (finding: Finding) => unknown;
}

export function FindingList({ findings, press }: FindingsProps) {
  const words = texts.value.lint;
  if (findings.length === 0) return <p class="lint-clean">{words.clean}</p>;
  return (
    <ol class="findings stack">
      {findings.map((finding, i) => {
        const { code, grade, boxes, law, source } = finding;
        const { message, wanted, drawn, assumed, mend, lang } = findingWords(finding);
        const facts = { wanted, drawn, law, source, assumed, mend };
        return (
          <li key={i} id={`finding-${i + 1}`} tabIndex={-1} data-grade={grade}>
            <p>
              {i + 1}. <b>{words.grades[grade]}</b>{' '}
              {press && boxes.length > 0 ? (
                <LinkButton text={code} label={words.showBox({ code })} press={() => press(finding)} />
              ) : (
                <code>{code}</code>
              )}
            </p>
            <p lang={lang}>{message}</p>
            <dl class="stack small">
              {(Object.keys(facts) as (keyof typeof facts)[]).map(
                (name) =>
                  facts[name] !== undefined && (
                    <div key={name}>
                      <dt class="soft">{words[name]}</dt>
                      <dd lang={name === 'law' || name === 'source' ? 'en' : lang}>{facts[name]}</dd>
                    </div>
                  ),
              )}
            </dl>
          </li>
        );
      })}
    </ol>
  );
}

export function findingMarks(findings: readonly Finding[]): readonly WarningMark[] {
  return findings.flatMap((finding, i) => {
    const number = i + 1;
    const [box] = finding.boxes;
    const { message } = findingWords(finding);
    return box ? [{ ...box, number, words: texts.value.preview.warned({ mark: number, message }), field: '' }] : [];
  });
}

/** Whether a rule found something of the grade error, or this rule found something. */
export function hasFinding(findings: readonly Finding[], found: string): boolean {
  return findings.some(({ grade, code }) => (found === 'error' ? grade === 'error' : code === found));
}
