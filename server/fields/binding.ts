import type { Device } from '../../devices/index.js';
import {
  amountMessage,
  type Binding,
  type BindingFields,
  checkData,
  currencies,
  priceFault,
  type DataField,
  type DataRow,
  type DataValue,
  defaultBinding,
  type Layout,
  limits,
  locales,
  suggestion,
} from '../../renderer/index.js';
import type { Checked } from './checked.js';
import { isTimeZone } from './dates.js';
import { cut, type FieldProblem } from './field-problem.js';
import type { KnownLayout } from './layout.js';

const knownLocales: ReadonlySet<string> = new Set(locales);
const knownCurrencies: ReadonlySet<string> = new Set(currencies);

/** What the fields of a type look like whose layout gives no example. */
const exampleOf: Readonly<Partial<Record<DataField['type'], string>>> = { price: '3.50', date: '2026-11-30' };

/** The binding that a request describes, bound to `layout`. Absent fields take their defaults. */
export function bindingOf(given: Omit<BindingFields, 'layout'>, layout: Layout): Binding {
  const fields = Object.entries({ ...defaultBinding, layout: layout.id }).map(([name, absent]) => [
    name,
    (name === 'layout' ? undefined : given[name as keyof typeof given]) ?? absent,
  ]);
  const { lint = [], lint_strict = false } = given;
  return {
    ...(Object.fromEntries(fields) as Binding),
    ...(lint.length > 0 && { lint }),
    ...(lint_strict && { lint_strict }),
  };
}

/** The fields of a binding before, or after, the schema refused them. */
type Unchecked = Readonly<Partial<Record<keyof Binding, unknown>>>;

type Devices = ReadonlyMap<string, Device>;

/** The fields whose values are names, except the layout, and the names that exist. A constant, as each row of a batch is checked. */
const named = [
  {
    field: 'device',
    expected: 'a panel profile',
    has: (name: string, devices: Devices) => devices.has(name),
    names: (devices: Devices) => devices.keys(),
  },
  {
    field: 'locale',
    expected: 'a locale of this version',
    has: (name: string) => knownLocales.has(name),
    names: () => locales,
  },
  { field: 'currency', expected: 'a currency of this version', has: isCurrency, names: () => currencies },
  {
    field: 'time_zone',
    expected: 'an IANA time zone',
    has: isTimeZone,
    names: () => ['UTC', ...Intl.supportedValuesOf('timeZone')],
  },
] as const;

/**
 * Everything that keeps a label from being drawn with a binding: unknown names, and `data` that does not fit the chosen
 * layout. Values of the wrong type are left to the schema.
 */
export function problemsOfBinding(
  binding: Unchecked,
  chosen: Checked<KnownLayout>,
  devices: Devices,
): readonly FieldProblem[] {
  const problems: FieldProblem[] = chosen.ok ? [] : [...chosen.problems];
  for (const one of named) {
    const name = binding[one.field] ?? defaultBinding[one.field];
    if (typeof name === 'string' && !one.has(name, devices)) problems.push(unknownName(one, name, devices));
  }
  return chosen.ok ? problems.concat(dataProblems(binding, chosen.value.layout)) : problems;
}

function unknownName({ field, expected, names }: (typeof named)[number], name: string, devices: Devices): FieldProblem {
  const received = cut(name);
  const message = `Expected ${expected} for ${field} but received "${received}"${suggestion(received, names(devices))}`;
  return { field, pointer: `#/${field}`, reason: `unknown_${field}`, message, received };
}

/** The problem of a panel that does not exist; null: it exists. */
export function deviceProblem(id: string, devices: Devices): FieldProblem | null {
  const [device] = named;
  return devices.has(id) ? null : unknownName(device, id, devices);
}

/** What is wrong with the binding's `data`, explained with the layout's own descriptions. */
function dataProblems({ data = {}, currency }: Unchecked, layout: Layout): FieldProblem[] {
  if (!layout.data) return [];
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return [];
  const values: readonly (readonly [string, unknown])[] = Object.entries(data);
  // null counts as missing; the schema refuses other values that are neither texts nor lists.
  const received = Object.fromEntries(
    values.filter((pair): pair is [string, DataValue] => typeof pair[1] === 'string' || isList(pair[1])),
  );
  const others = new Set(
    values.filter(([name, value]) => value !== null && !Object.hasOwn(received, name)).map(([name]) => name),
  );
  return checkData(received, layout, isCurrency(currency) ? currency : defaultBinding.currency)
    .filter(({ name }) => !others.has(name))
    .map(({ name, reason, message, example }) => {
      const field = `data.${name}`;
      const { type, description } = layout.data![name.split('.')[0]!]!;
      const meaning = description && reason === 'missing' ? ` (${description.replace(/\.$/, '')})` : '';
      const shown = example ?? exampleOf[type];
      const value = received[name];
      return {
        field,
        pointer: `#/data/${name.replaceAll('.', '/')}`,
        reason,
        message: `${message}${meaning}`,
        ...(reason !== 'missing' && typeof value === 'string' && { received: cut(value) }),
        ...(shown !== undefined && { example: shown }),
      };
    });
}

/** Whether a value is a list of rows of texts, as the schema wants it. */
function isList(value: unknown): value is readonly DataRow[] {
  const isRow = (row: unknown) =>
    typeof row === 'object' && row !== null && Object.values(row).every((text) => typeof text === 'string');
  return Array.isArray(value) && value.length <= limits.list.rows && value.every(isRow);
}

/** Whether a label's currency may be only the default: nothing of its locale says another one. */
export function isDefaultCurrency({ currency, locale }: Pick<Binding, 'currency' | 'locale'>): boolean {
  return currency === defaultBinding.currency && locale === defaultBinding.locale;
}

/** Refuses a price that a currency does not have. Values of the wrong form are left to the schema. */
export function priceProblem(price: unknown, currency: unknown = defaultBinding.currency): readonly FieldProblem[] {
  if (typeof price !== 'string' || !isCurrency(currency) || priceFault(price)) return [];
  const fault = priceFault(price, currency);
  if (!fault) return [];
  const message = amountMessage(fault, 'price', price);
  return [{ field: 'price', pointer: '#/price', reason: fault.reason, message, received: price }];
}

function isCurrency(name: unknown): name is string {
  return typeof name === 'string' && knownCurrencies.has(name);
}
