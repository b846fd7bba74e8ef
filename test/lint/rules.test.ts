import { describe, expect, test } from '@jest/globals';
import { plainRenderer } from '../support/rulers/renderers.js';
import { lintRules } from '../../renderer/index.js';
import { warningGrades } from '../../renderer/warnings.js';
import { furtherCases, lintCases, type LintCaseLabel, ruleCodes } from '../support/lint/cases.js';

const renderer = await plainRenderer();

function lint({ content, layout, device }: LintCaseLabel, set: Parameters<typeof renderer.lint>[3][number]) {
  const { warnings } = renderer.render(content, layout, device);
  return renderer.lint(content, layout, device, [set], warnings);
}

describe('each rule', () => {
  test('has a code of its own, and a case', () => {
    expect(new Set(ruleCodes).size).toBe(ruleCodes.length);
    expect([...lintCases.keys()].sort()).toEqual([...ruleCodes].sort());
  });

  test.each([...lintCases, ...furtherCases].map(([code, one]) => [code, one.step, one] as const))(
    '%s finds a label that fails by %s, and passes the one beside it',
    (code, _, one) => {
      expect(lint(one.pass, one.set).filter((finding) => finding.code === code)).toEqual([]);
      const found = lint(one.fail, one.set).filter((finding) => finding.code === code);
      expect(found.length).toBeGreaterThan(0);
      for (const { wanted, drawn, message, mend } of found) {
        expect(wanted).not.toBe(drawn);
        // A figure that falls short never looks as if it did not.
        const [least, figure] = [wanted, drawn].map(
          (text) => /^(?:at least )?([\d.]+ (?:mm|%|: 1|cm²|px))/.exec(text)?.[1],
        );
        if (least !== undefined) expect([code, figure]).not.toEqual([code, least]);
        for (const words of [wanted, drawn, message, mend]) expect(words).not.toBe('');
      }
    },
  );

  test.each([...lintCases, ...furtherCases].filter(([code]) => Object.hasOwn(warningGrades, code)))(
    '%s is a warning too: a drawing of such a label has it',
    (code, { pass, fail }) => {
      const [passed, failed] = [pass, fail].map(({ content, layout, device }) =>
        renderer.render(content, layout, device).warnings.some((warning) => warning.code === code),
      );
      expect([passed, failed]).toEqual([false, true]);
    },
  );

  test.each(lintRules.filter(({ laws }) => laws.some(({ since }) => since !== undefined)))(
    '$code is checked from the day on which its law is in force, in each set',
    ({ code, laws }) => {
      for (const { set, since } of laws) {
        if (since === undefined) continue;
        const { content, layout, device } = lintCases.get(code)!.fail;
        const on = (date: string) =>
          lint({ content: { ...content, date }, layout, device }, set).some((finding) => finding.code === code);
        const before = new Date(Date.parse(since) - 86_400_000).toISOString().slice(0, 10);
        expect([on(before), on(since)]).toEqual([false, true]);
      }
    },
  );

  test('of the area of a label is a warning where the area suffices for goods other than food', () => {
    const { fail } = lintCases.get('QC_LABEL_AREA')!;
    const gradeAt = (height: number) =>
      lint({ ...fail, device: { ...fail.device, height } }, 'ca-qc').find(({ code }) => code === 'QC_LABEL_AREA')!
        .grade;
    expect([gradeAt(63), gradeAt(62)]).toEqual(['warning', 'error']);
  });

  test('says where it was read, or what it assumes, unless it is about truth alone', () => {
    const unsourced = lintRules.filter(
      ({ laws, assumed }) =>
        assumed === undefined &&
        laws.some(({ set, source, law }) => set !== 'truth' && source === undefined && law === undefined),
    );
    expect(unsourced.map(({ code }) => code)).toEqual(['CODE_OMITTED']);
  });
});
