import type { Content } from './content.js';
import { formatPrice, priceText } from './price.js';

/** A layout's text with its fields in braces, read once. */
export interface Template {
  /** The fields that it names, such as "price" or "data.origin". */
  readonly fields: readonly string[];
  /** The text with the fields' values, `prices` as the locale writes them; undefined when it names fields and all are empty. */
  fill(content: Content, prices: ReadonlySet<string>): string | undefined;
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
  const parts = text.split(/\{([^{}]*)\}/);
  const fields = parts.filter((_, i) => i % 2 === 1);
  return {
    fields,
    fill(content, prices) {
      let [filled, empty] = ['', fields.length > 0];
      for (let i = 0; i < parts.length; i++) {
        const part = parts[i]!;
        if (i % 2 === 0) {
          filled += part;
          continue;
        }
        const value = fieldOf(content, part);
        if (value === '') continue;
        empty = false;
        filled += prices.has(part) ? priceText(formatPrice(value, content.locale, content.currency)) : value;
      }
      return empty ? undefined : filled;
    },
  };
}

/**
 * The value of a field as a layout names it: "price", "data.origin". Empty when there is none. "discount" is worked out
 * of the price and `data.previous_price`: whole percent, rounded down, so that no more is promised than is given.
 */
export function fieldOf(content: Content, field: string): string {
  if (field.startsWith('data.')) {
    const key = field.slice('data.'.length);
    return Object.hasOwn(content.data, key) ? content.data[key]! : '';
  }
  if (field === 'discount') return discountOf(content);
  const value = Object.hasOwn(content, field) ? content[field as keyof Content] : '';
  return typeof value === 'string' ? value : '';
}

function discountOf({ price, data }: Content): string {
  const before = cents(data.previous_price ?? '');
  const percent = Math.floor(((before - cents(price)) * 100) / before);
  return percent >= 1 && percent <= 99 ? String(percent) : '';
}

/** "3.50" → 350; NaN for what is not a price. */
function cents(price: string): number {
  return /^[0-9]{1,7}\.[0-9]{2}$/.test(price) ? Number(price.replace('.', '')) : NaN;
}
