import type { Content } from './content.js';

/** A layout's text with its fields in braces, read once. */
export interface Template {
  /** The fields that it names, such as "price" or "data.origin". */
  readonly fields: readonly string[];
  /** The text with the fields' values; undefined when it names fields and all are empty. */
  fill(content: Content): string | undefined;
}

const compiled = new Map<string, Template>();
/** Templates come from layout documents, which strangers may post for a preview: start again rather than grow. */
const mostTemplates = 1000;

export function compileTemplate(text: string): Template {
  let template = compiled.get(text);
  if (!template) {
    if (compiled.size >= mostTemplates) compiled.clear();
    compiled.set(text, (template = compile(text)));
  }
  return template;
}

function compile(text: string): Template {
  // With a group in it, split gives text and field names in turn.
  const parts = text.split(/\{([a-z_]+(?:\.[a-z0-9_]+)?)\}/);
  const fields = parts.filter((_, i) => i % 2 === 1);
  return {
    fields,
    fill(content) {
      let [filled, empty] = ['', fields.length > 0];
      for (let i = 0; i < parts.length; i++) {
        const part = i % 2 === 0 ? parts[i]! : fieldOf(content, parts[i]!);
        if (i % 2 === 1 && part !== '') empty = false;
        filled += part;
      }
      return empty ? undefined : filled;
    },
  };
}

/** The value of a field as a layout names it: "price", "data.origin". Empty when there is none. */
export function fieldOf(content: Content, field: string): string {
  if (field.startsWith('data.')) {
    const key = field.slice('data.'.length);
    return Object.hasOwn(content.data, key) ? content.data[key]! : '';
  }
  const value = Object.hasOwn(content, field) ? content[field as keyof Content] : '';
  return typeof value === 'string' ? value : '';
}
