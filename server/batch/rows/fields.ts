import { suggestion } from '../../../renderer/index.js';
import { cut } from '../../fields/field-problem.js';
import { BatchError } from '../error.js';
import { isField, rowFields } from './row-fields.js';

/** Fields by column name or key, those of several columns for one field in their order; null: ignored. */
export type FieldNames = ReadonlyMap<string, string | null>;

/**
 * Reads `column=field` pairs. `column=` ignores the column; `#3` is the third one; `field=column|column` takes the first that is not empty.
 * @throws {BatchError} for an invalid pair or a duplicate column
 */
export function readMap(given: readonly string[]): FieldNames {
  const pairs = given.flatMap(alternatives);
  const map = new Map(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=');
      const [column, field] = [pair.slice(0, at), pair.slice(at + 1)];
      if (at < 1) throw new BatchError('usage', `Expected column=field for --map but received "${cut(pair)}"`);
      if (field !== '' && !isField(field)) {
        const message = `Expected a field for --map ${cut(column)}= but received "${cut(field)}"`;
        throw new BatchError('usage', message + suggestion(field, rowFields));
      }
      return [column, field === '' ? null : field] as const;
    }),
  );
  if (map.size < pairs.length) {
    const columns = pairs.map((pair) => pair.slice(0, pair.lastIndexOf('=')));
    const twice = columns.find((column, i) => columns.indexOf(column) < i)!;
    throw new BatchError('usage', `Expected each column once for --map but received "${cut(twice)}" again`);
  }
  return map;
}

/** `price=Sale price|Regular price` as a pair for each column. */
function alternatives(pair: string): readonly string[] {
  const [, field = '', columns = ''] = /^([^=]+)=(.*\|.*)$/s.exec(pair) ?? [];
  return isField(field) ? columns.split('|').map((column) => `${column}=${field}`) : [pair];
}
