import { neededCheck } from '../../codes/barcode.js';

/** What is wrong with an article's number, after "which". */
export function numberFault(number: string): string | undefined {
  // Most are whole GTINs.
  if (/^[0-9]{12,14}$/.test(number)) return /^0+$/.test(number) ? 'has no digit but 0' : checkFault(number);
  if (/^[0-9](?:[.,][0-9]+)?E\+?[0-9]+$/i.test(number) && /[.,+]/.test(number))
    return 'is a rounded number of a spreadsheet';
  if (/^[0-9]{4,}[.,]0+$/.test(number)) return 'ends like a number with decimals';
  if (/^="?[0-9]/.test(number)) return 'is a formula of a spreadsheet';
  if (/^[0-9]{1,3}(?:([,.'’])[0-9]{3})(?:\1[0-9]{3}){2,}$/.test(number)) return 'has separators of thousands';
  if (/^['’`][0-9]/.test(number)) return 'begins with the apostrophe of a spreadsheet';
  if (/^(?=.{12,14}$)[0-9]*(?:[OIl][0-9]*){1,2}$/.test(number)) return 'has letters that look like digits';
  if (/^(?:(?:EAN|GTIN|UPC)[:\s-]{1,3}|\(01\))[0-9]{8,14}$/i.test(number))
    return 'has more than the digits of a number';
  const digits = number.replaceAll(/[\s-]/g, '');
  if (!/^[0-9]{11,14}$/.test(digits)) return undefined;
  if (digits !== number) return 'has blanks or hyphens, which a scanned code does not have';
  return neededCheck(digits) === undefined ? 'is a GTIN without its first zeros' : undefined;
}

function checkFault(gtin: string): string | undefined {
  const check = neededCheck(gtin);
  return check === undefined ? undefined : `has a check digit that is not ${check}`;
}

/** What is wrong with a GS1 Digital Link (URI syntax 1.4, 4), after "which"; undefined also for other addresses. @param sku the label's */
export function linkFault(address: string, sku: string): string | undefined {
  if (!address.includes('/01/')) return undefined;
  const [, path = ''] = /^https?:\/\/[^/]+(\/[^?#]*)/i.exec(address) ?? [];
  const parts = path.split('/').slice(1);
  const at = parts.findIndex((part, i) => part === '01' && /^[0-9]{8,14}$/.test(parts[i + 1] ?? ''));
  if (at < 0) return undefined;
  const gtin = parts[at + 1]!;
  const keys = parts.slice(at + 2).filter((_, i) => i % 2 === 0);
  const order = qualifiers.filter((key) => keys.includes(key));
  if (
    parts.slice(0, at).some((part, i) => qualifiers.includes(part) && i + 1 < at) ||
    !isSame(
      order,
      keys.filter((key) => qualifiers.includes(key)),
    )
  )
    return 'has its keys in another order than 01, 22, 10, 21';
  const fault = checkFault(gtin);
  if (fault !== undefined) return fault;
  const isOther =
    /^[0-9]{8,14}$/.test(sku) && neededCheck(sku) === undefined && sku.padStart(14, '0') !== gtin.padStart(14, '0');
  return isOther ? `names another article than ${sku}` : undefined;
}

/** The keys after a GTIN, in their order: variant, batch, serial number. */
const qualifiers = ['22', '10', '21'];

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.join() === other.join();
}
