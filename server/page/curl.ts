import type { Update } from '../../renderer/index.js';
import { updatePath } from './api.js';
import { element, say } from './dom.js';

/** A command for a POSIX shell that does what the button does. */
export function curlCommand(origin: string, { price, product_name, unit }: Update): string {
  const body = JSON.stringify({ price, product_name, unit });
  return `curl -X POST ${quote(origin + updatePath)} -H 'Content-Type: application/json' -d ${quote(body)}`;
}

/** Inside single quotes only a single quote is special: it is written outside of them. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Shows the command for what is in the form, and copies it. */
export function createCurl(): { show(update: Update): void } {
  const code = element('curl', HTMLElement);
  const status = element('copy-status', HTMLParagraphElement);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      say(status, 'Copied.');
    } catch {
      // Without https a browser denies the clipboard. A selection is the next best.
      getSelection()?.selectAllChildren(code);
      say(status, 'The command is selected. Copy it with your keyboard.');
    }
  };
  element('copy', HTMLButtonElement).addEventListener('click', () => void copy());
  return {
    show(update) {
      const command = curlCommand(location.origin, update);
      if (code.textContent === command) return;
      code.textContent = command;
      say(status, '');
    },
  };
}
