import { thousandths } from '../../amounts/amount.js';
import { textIn } from '../../content.js';
import { type ContentCheck, type RuleFault, type LintLabel, none } from '../rule.js';

/** A price of a content by its name; undefined where it is absent or not a price. */
export function priceIn({ content }: Pick<LintLabel, 'content'>, field: string): string | undefined {
  const amount = field === 'price' ? content.price : textIn(content.data, field.slice('data.'.length));
  return amount === undefined || Number.isNaN(thousandths(amount)) ? undefined : amount;
}

export function notAbove(field: string, other = 'price', name = 'the price'): ContentCheck {
  return (label) => compared(label, field, other, (a, b) => a <= b, `which is not above ${name}`, `above ${name}`);
}

export function notBelow(field: string, other = 'price', name = 'the price'): ContentCheck {
  return (label) => compared(label, field, other, (a, b) => a >= b, `which is not below ${name}`, `below ${name}`);
}

export function below(field: string, other = 'price', name = 'the price'): ContentCheck {
  return (label) => compared(label, field, other, (a, b) => a < b, `which is below ${name}`, `at least ${name}`);
}

export function above(field: string, other = 'price', name = 'the price'): ContentCheck {
  return (label) => compared(label, field, other, (a, b) => a > b, `which is above ${name}`, `at most ${name}`);
}

/** Finds a price that is ten times `other` or more, which is not zero, where the label shows both. */
export function tenTimes(label: Parameters<ContentCheck>[0], field: string, other: string, name: string) {
  if (![field, other].every((each) => label.shown.has(each))) return none;
  const isFault = (a: number, b: number) => b > 0 && a >= 10 * b;
  return compared(label, field, other, isFault, `which is ten times ${name} or more`, `below ten times ${name}`);
}

function compared(
  label: Pick<LintLabel, 'content' | 'price'>,
  field: string,
  other: string,
  isFault: (amount: number, otherAmount: number) => boolean,
  contradicts: string,
  wanted: string,
): readonly RuleFault[] {
  const [amount, otherAmount] = [priceIn(label, field), priceIn(label, other)];
  if (amount === undefined || otherAmount === undefined || !isFault(thousandths(amount), thousandths(otherAmount)))
    return none;
  const [drawn, limit] = [label.price(amount), label.price(otherAmount)];
  const message = `${field} is ${drawn}, ${contradicts}, ${limit}`;
  return [{ message, wanted: `${wanted}, ${limit}`, drawn, fields: [field] }];
}
