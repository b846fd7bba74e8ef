import { Select } from '../../../parts/controls/index.js';
import { isObject, type Json } from '../../../state/layout/json.js';
import { dataOf } from '../../../state/layout/offers.js';
import { texts } from '../../../texts/index.js';
import { put, putTyped } from '../model/actions.js';
import { document, settle } from '../model/document.js';
import { selectedNode } from '../model/state.js';
import { nameOfOffer } from '../names.js';
import { AnyJson, Beside, type ControlProps, TypedInput } from './control.js';

const contentFields = 'product_name unit sku discount savings unit_price locale currency'.split(' ');

const tests = ['there', 'absent', 'equals', 'greater', 'less'] as const;
type Test = (typeof tests)[number];

interface Simple {
  readonly field: string;
  readonly test: Test;
  readonly than: string;
}

/** When to draw a node: always, or if a field is there, is absent, or compares. Other conditions are shown as JSON. */
export function Condition(props: ControlProps) {
  const words = texts.value.editor;
  const { name, id, label } = props;
  const now = selectedNode.value?.[name];
  const simple = now === undefined ? null : simpleOf(now);
  if (now !== undefined && !simple) return <AnyJson {...props} />;
  const fields = [...Object.keys(dataOf(document.value)).map((field) => `data.${field}`), ...contentFields];
  const known = [...new Set([...(simple ? [simple.field] : []), ...fields])];
  const set = (next: Simple): boolean => putTyped(name, written(next));
  const chooseField = (field: string): void => {
    if (field === '') put(name, undefined);
    else set({ field, test: simple?.test ?? 'there', than: simple?.than ?? '' });
    settle();
  };
  return (
    <>
      <Beside id={id} label={label}>
        <Select
          id={id}
          options={[
            ['', words.always],
            ...known.map((field) => [field, words.ifField({ name: nameOfOffer(field) })] as const),
          ]}
          value={simple?.field ?? ''}
          put={chooseField}
        />
      </Beside>
      {simple && <Comparison simple={simple} set={set} />}
    </>
  );
}

function Comparison({ simple, set }: { readonly simple: Simple; readonly set: (next: Simple) => boolean }) {
  const words = texts.value.editor;
  return (
    <div class="beside line">
      <span aria-hidden="true" />
      <span class="length">
        <Select
          aria-label={words.test}
          options={tests.map((test) => [test, words.tests[test]])}
          value={simple.test}
          put={(test) => {
            set({ ...simple, test: test as Test });
            settle();
          }}
        />
        {!['there', 'absent'].includes(simple.test) && (
          <TypedInput
            aria-label={texts.value.shelf.against}
            value={simple.than}
            put={(than) => set({ ...simple, than })}
          />
        )}
      </span>
    </div>
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
