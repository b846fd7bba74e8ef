import { describe, expect, test } from '@jest/globals';
import { plainRenderer } from '../support/rulers/renderers.js';
import { lintRules, loadLayouts, locales } from '../../renderer/index.js';
import { warningGrades } from '../../renderer/warnings.js';
import { content } from '../support/labels/content.js';
import { expectRecorded } from '../support/tables/records.js';
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

  test('says the same as before of the label that fails', () => {
    const records = [...lintCases, ...furtherCases].map(([code, { step, set, fail }], i) => {
      const findings = lint(fail, set).map(({ code: each, grade, boxes, fields, message, mend, wanted, drawn }) =>
        [each, grade, JSON.stringify(boxes), fields.join(' '), message, mend, wanted, drawn].join(' | '),
      );
      return [`${i + 1}: ${code} by ${step}`, findings] as const;
    });
    expectRecorded('findings', records);
  });

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

const consistent = {
  previous_price: '4.99',
  lowest_price: '4.49',
  member_price: '3.29',
  quantity: '2',
  offer_price: '6.00',
  deposit: '0.25',
};

test.each(['unit-price', 'promotion', 'member', 'multi-buy', 'deposit'])(
  'of a true label, drawn with the layout %s in any locale, nothing is untrue',
  (id) => {
    const layout = loadLayouts().get(id)!;
    const { device } = lintCases.get('PRICE_ZERO')!.pass;
    const data = Object.fromEntries(Object.entries(consistent).filter(([name]) => name in layout.data!));
    const found = locales.flatMap((locale, i) => {
      const unit = ['500 g', '1.5 L', '6 pcs'][i % 3]!;
      const label = { content: content({ locale, currency: 'EUR', unit, data }), layout, device };
      return lint(label, 'truth').map(({ code, message }) => `${locale} ${code}: ${message}`);
    });
    expect(found).toEqual([]);
  },
);
