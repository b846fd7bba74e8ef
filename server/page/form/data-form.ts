import type { DataField, FieldError, Layout, Warning } from '../api.js';
import { element } from '../dom.js';
import { type Field, sayAt } from './fields.js';

/** The texts of a binding's `data` by name. */
export type Data = Readonly<Record<string, string>>;

export interface DataForm {
  /** Shows a field for each that the layout declares, with the text that `textOf` gives. */
  show(layout: Layout | undefined, textOf: (name: string, field: DataField) => string): void;
  /** What is in the fields, empty ones too. */
  values(): Data;
  complain(errors: readonly FieldError[]): readonly FieldError[];
  remark(warnings: readonly Warning[]): readonly Warning[];
}

/** The fields that the chosen layout asks for. */
export function createDataForm(): DataForm {
  const place = element('data', HTMLFieldSetElement);
  const list = element('data-fields', HTMLDivElement);
  /** By the name that errors have: "data.origin". */
  let fields = new Map<string, Field>();
  let shown = '';

  return {
    show(layout, textOf) {
      const declared = Object.entries(layout?.data ?? {});
      const now = JSON.stringify(declared);
      // The same elements as before where they say the same: somebody may be typing in one.
      if (now !== shown) {
        const made = declared.map(([name, field]) => [`data.${name}`, fieldOf(name, field)] as const);
        fields = new Map(made);
        list.replaceChildren(...made.map(([, { whole }]) => whole));
        place.hidden = declared.length === 0;
        shown = now;
      }
      for (const [name, field] of declared) {
        const { input } = fields.get(`data.${name}`)!;
        const text = textOf(name, field);
        if (input.value !== text) input.value = text;
      }
    },
    values: () => Object.fromEntries([...fields].map(([name, { input }]) => [name.slice('data.'.length), input.value])),
    complain: (errors) => sayAt(fields, errors, true),
    remark: (warnings) => sayAt(fields, warnings, false),
  };
}

function fieldOf(name: string, { type, required = false, description, example, values }: DataField) {
  const input = document.createElement(values ? 'select' : 'input');
  input.id = `data-${name}`;
  input.name = `data.${name}`;
  input.required = required;
  input.setAttribute('aria-describedby', `${input.id}-says`);
  if (input instanceof HTMLSelectElement)
    input.replaceChildren(new Option('—', ''), ...(values ?? []).map((value) => new Option(value, value)));
  else {
    input.placeholder = example ?? '';
    if (type === 'price') input.inputMode = 'decimal';
    else input.dir = 'auto';
  }
  const label = document.createElement('label');
  label.htmlFor = input.id;
  label.textContent = `${description?.replace(/\.$/, '') ?? spoken(name)}${required ? '' : ' (optional)'}`;
  const says = document.createElement('p');
  says.id = `${input.id}-says`;
  says.className = 'says';
  says.ariaLive = 'polite';
  const whole = document.createElement('div');
  whole.className = 'field';
  whole.append(label, input, says);
  return { input, says, whole };
}

/** "previous_price" → "Previous price". */
function spoken(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
