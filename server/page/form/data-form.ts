import type { DataField, DataValue } from '../../../renderer/index.js';
import type { LayoutView } from '../../http/answers.js';
import { element } from '../dom.js';
import { type Field, type Fields, createFields } from './fields.js';
import { readValue, writeValue } from './rows.js';

/** The values of a binding's `data` by name. */
export type Data = Readonly<Record<string, DataValue>>;

export interface DataForm extends Fields {
  /** Shows the fields that the layout declares, each with the value that `valueOf` gives. */
  show(layout: LayoutView | undefined, valueOf: (name: string, field: DataField) => DataValue): void;
  /** The values in the fields, empty ones too. */
  values(): Data;
}

/** The fields that the chosen layout asks for. */
export function createDataForm(): DataForm {
  const place = element('data', HTMLFieldSetElement);
  const list = element('data-fields', HTMLDivElement);
  /** By the name that problems have: "data.origin". */
  let fields = new Map<string, Field>();
  let declared: readonly (readonly [name: string, field: DataField])[] = [];
  let shown = '';

  return {
    ...createFields(() => fields),
    show(layout, valueOf) {
      declared = Object.entries(layout?.data ?? {});
      const now = JSON.stringify(declared);
      // The elements stay while the declaration does: somebody may be typing in one.
      if (now !== shown) {
        const made = declared.map(([name, field]) => [`data.${name}`, fieldOf(name, field)] as const);
        fields = new Map(made);
        list.replaceChildren(...made.map(([, { whole }]) => whole));
        place.hidden = declared.length === 0;
        shown = now;
      }
      for (const [name, field] of declared) {
        const { input } = fields.get(`data.${name}`)!;
        const text = writeValue(valueOf(name, field), field);
        if (input.value !== text) input.value = text;
      }
    },
    values: () =>
      Object.fromEntries(
        declared.map(([name, field]) => [name, readValue(fields.get(`data.${name}`)!.input.value, field)]),
      ),
  };
}

function fieldOf(name: string, field: DataField) {
  const { type, required = false, description, example = '', values } = field;
  const input = document.createElement(values ? 'select' : type === 'list' ? 'textarea' : 'input');
  input.id = `data-${name}`;
  input.name = `data.${name}`;
  input.required = required;
  input.setAttribute('aria-describedby', `${input.id}-message`);
  if (input instanceof HTMLSelectElement)
    input.replaceChildren(new Option('—', ''), ...(values ?? []).map((value) => new Option(value, value)));
  else {
    input.placeholder = writeValue(example, field);
    if (type === 'price') input.inputMode = 'decimal';
    else input.dir = 'auto';
  }
  const label = document.createElement('label');
  label.htmlFor = input.id;
  label.textContent = `${description?.replace(/\.$/, '') ?? titleOf(name)}${required ? '' : ' (optional)'}`;
  const message = document.createElement('p');
  message.id = `${input.id}-message`;
  message.className = 'message';
  message.ariaLive = 'polite';
  const whole = document.createElement('div');
  whole.className = 'field';
  whole.append(label, input, message);
  return { input, message, whole };
}

/** "previous_price" → "Previous price". */
function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
