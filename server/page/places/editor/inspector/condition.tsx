import type { JSX } from 'preact';
import { isObject, type Json } from '../../../state/layout/json.js';
import { dataOf } from '../../../state/layout/offers.js';
import { texts } from '../../../texts/index.js';
import { nameOfData } from '../../../texts/server-words.js';
import { put } from '../model/actions.js';
import { document, settle } from '../model/document.js';
import { selectedNode, selectedPointer } from '../model/state.js';
import { AnyJson } from './any.js';
import { Beside, type ControlProps } from './control.js';

const contentFields = [
  'product_name',
  'unit',
  'sku',
  'discount',
  'savings',
  'unit_price',
  'locale',
  'currency',
] as const;

const tests = ['there', 'absent', 'equals', 'greater', 'less'] as const;
type Test = (typeof tests)[number];

interface Simple {
  readonly field: string;
  readonly test: Test;
  readonly than: string;
}

/** When a node is drawn: always, or while a field is there, is not, or compares so. What says more is shown as JSON. */
export function Condition(props: ControlProps): JSX.Element {
  const words = texts.value.editor;
  const { name, id, label } = props;
  const now = selectedNode.value?.[name];
  const simple = now === undefined ? null : simpleOf(now);
  if (now !== undefined && !simple) return <AnyJson {...props} />;
  const fields = [...Object.keys(dataOf(document.value)).map((field) => `data.${field}`), ...contentFields];
  const offers: Readonly<Record<string, string>> = words.offers;
  const kind = `type ${selectedPointer.value!}/${name}`;
  const set = (next: Simple): void => void put(name, written(next), kind);
  return (
    <>
      <Beside id={id} label={label}>
        <select
          id={id}
          value={simple?.field ?? ''}
          onChange={({ currentTarget: { value } }) => {
            if (value === '') put(name, undefined);
            else set({ field: value, test: simple?.test ?? 'there', than: simple?.than ?? '' });
            settle();
          }}
        >
          <option value="">{words.always}</option>
          {[...new Set([...(simple ? [simple.field] : []), ...fields])].map((field) => (
            <option key={field} value={field}>
              {words.ifField(offers[field] ?? nameOfData(field))}
            </option>
          ))}
        </select>
      </Beside>
      {simple && (
        <div class="beside">
          <span aria-hidden="true" />
          <span class="length">
            <select
              aria-label={words.test}
              value={simple.test}
              onChange={({ currentTarget }) => {
                set({ ...simple, test: currentTarget.value as Test });
                settle();
              }}
            >
              {tests.map((test) => (
                <option key={test} value={test}>
                  {words.tests[test]}
                </option>
              ))}
            </select>
            {!['there', 'absent'].includes(simple.test) && (
              <input
                aria-label={words.than}
                value={simple.than}
                onInput={({ currentTarget }) => {
                  set({ ...simple, than: currentTarget.value });
                }}
                onBlur={settle}
              />
            )}
          </span>
        </div>
      )}
    </>
  );
}

function simpleOf(value: Json): Simple | null {
  if (typeof value === 'string') return { field: value, test: 'there', than: '' };
  if (!isObject(value)) return null;
  if (typeof value.not === 'string') return { field: value.not, test: 'absent', than: '' };
  const test = (['equals', 'greater', 'less'] as const).find((each) => typeof value[each] === 'string');
  return test && typeof value.field === 'string' ? { field: value.field, test, than: value[test] as string } : null;
}

function written({ field, test, than }: Simple): Json {
  if (test === 'there') return field;
  if (test === 'absent') return { not: field };
  return { field, [test]: test !== 'equals' && than === '' ? '0' : than };
}
