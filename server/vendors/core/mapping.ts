import { readFileSync } from 'node:fs';
import { findJsonFiles, maxSettingsBytes, readBounded } from '../../../devices/index.js';
import { getOrInsert, isRefused, isZeroAmount, readAmount } from '../../../renderer/index.js';
import { ConfigError } from '../../config.js';
import { isObject, type JsonObject } from '../../fields/json.js';
import { received } from '../../fields/schema-problem.js';
import { loadFolder } from '../../http/folders.js';
import type { Article, OtherValue } from '../../labels/articles.js';
import { misfit } from './shape.js';

/** How a vendor's words become ours. Users can change each member with a file `<vendor>.json` in VENDORS_DIR. */
export interface Mapping {
  /**
   * The vendor's fields and ours: `product_name`, `price`, `unit`, `sku`, `currency`, or `data.` and a name. A field of an object has a dot.
   * Of several fields for one of ours, the first that is neither empty nor zero counts; where none is, the first that is not empty.
   * Capitals and underscores don't matter; two values for one name are a problem of the article.
   */
  readonly fields: Readonly<Record<string, string>>;
  /** Texts for our fields that no field of the article has. */
  readonly defaults: Readonly<Record<string, string>>;
  /** The vendor's names of models, and our panels. The first is that of new labels. */
  readonly models: Readonly<Record<string, string>>;
  /** The vendor's names of templates, and our layouts. */
  readonly templates: Readonly<Record<string, string>>;
}

/** The mappings of the vendors, in the form of users' files. Sources of their names are in docs/other-systems.md. */
export const shippedMappings = JSON.parse(
  readFileSync(new URL('../mappings.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Mapping>>;

/** Names of the day or time from which an article is valid. */
const starts = ['validFrom', 'data.validFrom', 'properties.validFrom'];

/** An article in our fields, with its values as they were sent. */
export function mapArticle({ fields, defaults }: Mapping, article: JsonObject, now = new Date()): Article {
  const values: Record<string, unknown> = {};
  const names: Record<string, string> = {};
  const others: OtherValue[] = [];
  let clash: string | undefined;
  for (const [name, ours] of Object.entries(fields)) {
    names[ours] ??= name;
    for (const value of valuesAt(article, name)) {
      if (value === '' || (value === false && ours !== 'price')) continue;
      const [known, knownName] = [values[ours], names[ours]];
      if (ours in values && (!isNone(known) || isNone(value))) {
        others.push({ field: ours, name, value });
        const isSame = lastOf(name) !== lastOf(knownName) || isNone(value) || amountIn(value) === amountIn(known);
        if (!isSame)
          clash ??= `Expected one value for ${[...new Set([knownName, name])].join(' and ')} but received ${received(known)} and ${received(value)}`;
        continue;
      }
      values[ours] = value;
      names[ours] = name;
    }
  }
  const start = starts.flatMap((name) => valuesAt(article, name)).find((value) => isLater(String(value), now));
  if (start !== undefined) clash ??= `Expected an article that is valid now, but it is from ${received(start)} on`;
  const { product_name, price, unit, sku, currency, ...rest } = { ...defaults, ...values };
  const data = Object.entries(rest).map(([ours, value]) => [ours.slice('data.'.length), value] as const);
  return { names, product_name, price, unit, sku, currency, data: Object.fromEntries(data), others, clash };
}

/** Whether a day or a time, as in 2026-11-20, 20261120 or 2026-11-20T22:10Z, is after another. */
function isLater(text: string, now: Date): boolean {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text) ?? [];
  const time = Date.parse(text);
  if (year === undefined) return false;
  return Number.isNaN(time) ? `${year}-${month}-${day}` > now.toISOString() : time > now.getTime();
}

/** Whether a value means that there is none where another field has one: a zero, or the `false` of Odoo's clients. */
function isNone(value: unknown): boolean {
  return value === false || (typeof value === 'string' && isZeroAmount(value));
}

/** A value without what writers of the same amount do differently. */
function amountIn(value: unknown): unknown {
  const read = typeof value === 'string' ? readAmount(value) : null;
  return read && !isRefused(read) ? read.price : value;
}

/** The values of a field in all spellings of its name, numbers as texts; `''`: it has none. */
function valuesAt(article: JsonObject, name: string): readonly unknown[] {
  const [head, rest] = [name.split('.', 1)[0]!, name.slice(name.indexOf('.') + 1)];
  const direct = membersOf(article, name);
  const nested = rest === name ? [] : membersOf(article, head).filter(isObject);
  return (direct.length > 0 ? direct : nested.flatMap((object) => membersOf(object, rest))).map((value) => {
    // JSON's reader has changed its last digits.
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) return value;
    // The point of a number is never a separator of thousands, which three digits would follow.
    if (typeof value === 'number') return String(value).replace(/(?<=\.[0-9]{3})$/, '0');
    return typeof value === 'string' ? value.trim() : (value ?? '');
  });
}

/** A name without what tills and versions of a client write differently: "unit" and "UNIT", "articleName" and "ARTICLE_NAME". */
export function folded(name: string): string {
  return name.toLowerCase().replaceAll('_', '');
}

/** The {@link folded} name of a member, in whichever object it is. */
function lastOf(name: string): string {
  return folded(name.slice(name.lastIndexOf('.') + 1));
}

/** The names of an object's members by their folded names. */
const namesByFold = new WeakMap<object, ReadonlyMap<string, readonly string[]>>();

/** The members of a name in all spellings. */
function membersOf(object: JsonObject, name: string): readonly unknown[] {
  const names = getOrInsert(namesByFold, object, () => {
    const all = new Map<string, string[]>();
    for (const key of Object.keys(object)) getOrInsert(all, folded(key), () => []).push(key);
    return all;
  });
  return (names.get(folded(name)) ?? []).map((key) => object[key]);
}

/** The name of a panel among a vendor's models, and of a layout among its templates; itself where it has none. */
export function nameIn(names: Readonly<Record<string, string>>, ours: string): string {
  return Object.entries(names).find(([, value]) => value === ours)?.[0] ?? ours;
}

/** Our name for a vendor's name of a template; itself where the mapping has none. */
export function layoutOf({ templates }: Mapping, template: string): string {
  return Object.hasOwn(templates, template) ? templates[template]! : template;
}

const texts = 'object';
const shape = { 'fields?': texts, 'defaults?': texts, 'models?': texts, 'templates?': texts };
/** Our fields that a mapping may name. */
const targets = /^(product_name|price|unit|sku|currency|data\.[a-z][a-z0-9_]{0,63})$/;

/** The files of users' mappings by the names of their vendors. @throws {ConfigError} for a folder that can't be used */
export function mappingFiles(folder: string | null): ReadonlyMap<string, string> {
  const refuse = (path: string, problem: string) => new ConfigError('VENDORS_DIR', path, problem);
  return loadFolder('VENDORS_DIR', folder, (folders) => findJsonFiles(folders, 'mapping', refuse));
}

/**
 * The mapping of a vendor with the changes in the folder VENDORS_DIR; null: there is none.
 * @throws {ConfigError} for a file that is no mapping, naming it and the member
 */
export function readMapping(id: string, shipped: Mapping, folder: string | null): Mapping {
  const path = mappingFiles(folder).get(id);
  if (path === undefined) return shipped;
  const refuse = (expected: string) => new ConfigError('VENDORS_DIR', path, expected);
  let file: Partial<Mapping>;
  try {
    file = JSON.parse(
      readBounded(path, maxSettingsBytes)
        .toString()
        .replace(/^\ufeff/, ''),
    ) as Partial<Mapping>;
  } catch {
    throw refuse('files of JSON');
  }
  const wrong = misfit(file, shape, true);
  if (wrong) throw refuse(`${wrong.expected} for ${wrong.path || 'the mapping'} in each file`);
  const other = Object.values(file)
    .flatMap((names) => Object.entries(names))
    .find(([, text]) => typeof text !== 'string');
  if (other) throw refuse(`texts for ${other[0]} in each file`);
  const ours = [...Object.values(file.fields ?? {}), ...Object.keys(file.defaults ?? {})];
  const unknown = ours.find((name) => !targets.test(name));
  if (unknown !== undefined)
    throw refuse(
      `product_name, price, unit, sku, currency or data.<name> in place of ${JSON.stringify(unknown)} in each file`,
    );
  // The file's come first: of several fields for one of ours, the first counts.
  const merged = <Name extends keyof Mapping>(name: Name) => ({ ...file[name], ...shipped[name], ...file[name] });
  return {
    fields: merged('fields'),
    defaults: { ...shipped.defaults, ...file.defaults },
    models: merged('models'),
    templates: merged('templates'),
  };
}
