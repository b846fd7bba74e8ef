import { type Update, updatePath } from '../api.js';
import { element, say } from '../dom.js';

/** The line for a POSIX shell that does what the button does. */
export function curlLine(origin: string, { price, product_name, unit }: Update): string {
  const body = JSON.stringify({ price, product_name, unit });
  return `curl -X POST ${quote(origin + updatePath)} -H 'Content-Type: application/json' -d ${quote(body)}`;
}

/** Nothing has a meaning inside single quotes but the next one, which is written outside of them. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Shows the line for what is in the form, and copies it. */
export function createCurl(): { show(update: Update): void } {
  const code = element('curl', HTMLElement);
  const copied = element('copied', HTMLParagraphElement);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      say(copied, 'Copied.');
    } catch {
      // Browsers keep the clipboard from pages without https. A selection is the next best.
      getSelection()?.selectAllChildren(code);
      say(copied, 'The line is selected. Copy it with your keyboard.');
    }
  };
  element('copy', HTMLButtonElement).addEventListener('click', () => void copy());
  return {
    show(update) {
      const line = curlLine(location.origin, update);
      if (code.textContent === line) return;
      code.textContent = line;
      say(copied, '');
    },
  };
}
