import { neededCheck } from '../../codes/barcode.js';

/** A day as spreadsheets show "2026-11-20", "1-2" and "11-26", which they take for one. */
export const sheetDay =
  /^(?:[0-9]{4}-[01][0-9]-[0-3][0-9]|[0-3]?[0-9][-. ]{1,2}(?:jan|feb|m[aä]r|mrz|apr|ma[iy]|ju[nl]|aug|sep|o[ck]t|nov|de[cz])\.?|(?:jan|feb|m[aä]r|mrz|apr|ma[iy]|ju[nl]|aug|sep|o[ck]t|nov|de[cz])[-. ]{1,2}[0-9]{2})$/i;

/** What is wrong with an article's number, after "which". */
export function numberFault(number: string): string | undefined {
  // Most are whole GTINs.
  if (/^[0-9]{12,14}$/.test(number)) return /^0+$/.test(number) ? 'has no digit but 0' : checkFault(number);
  if (/^0{5,}$/.test(number)) return 'has no digit but 0';
  // Spreadsheets keep 15 digits.
  if (/^[1-9][0-9]{14}0{2,}$/.test(number)) return 'is a rounded number of a spreadsheet';
  if (/^0{2,}[0-9]{13}$/.test(number) && neededCheck(number.slice(-13)) === undefined)
    return 'has more zeros before it than a GTIN';
  if (sheetDay.test(number)) return 'is a day of a spreadsheet';
  if (/^[0-9]{8,14}(?:[,;|/+ ]{1,3}[0-9]{8,14})+$/.test(number)) return 'has several numbers';
  if (/^[0-9](?:[.,][0-9]+)?E\+?[0-9]+$/i.test(number) && /[.,+]/.test(number))
    return 'is a rounded number of a spreadsheet';
  if (/^[0-9]{4,}[.,]0+$/.test(number)) return 'ends like a number with decimals';
  if (/^="?[0-9]/.test(number)) return 'is a formula of a spreadsheet';
  if (/^[0-9]{1,3}(?:([,.'’])[0-9]{3})(?:\1[0-9]{3}){2,}$/.test(number)) return 'has separators of thousands';
  if (/^['’`][0-9]/.test(number)) return 'begins with the apostrophe of a spreadsheet';
  if (/^(?=.{12,14}$)[0-9]*(?:[OIl][0-9]*){1,2}$/.test(number)) return 'has letters that look like digits';
  if (
    /^(?:(?:EAN|GTIN|UPC)[:\s-]{1,3}[0-9]{8,14}$|\(01\)[0-9]{8,14}|\]?[CdQ]?[0-3]?01[0-9]{14}(?:$|10|17|21)|https?:\/\/)/i.test(
      number,
    )
  )
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

/** The keys of a GTIN, a variant, a batch and a serial number in their order, with their names in older links. */
const keys = new Map(
  ['01 gtin', '22 cpv', '10 lot', '21 ser'].flatMap((pair, i) => pair.split(' ').map((key) => [key, i])),
);

/** What is wrong with a GS1 Digital Link (URI syntax 1.4, 4), after "which"; undefined also for other addresses. @param sku the label's */
export function linkFault(address: string, sku: string): string | undefined {
  if (!/\/(?:01|gtin)\//i.test(address)) return undefined;
  const [, path = ''] = /^https?:\/\/[^/]+(\/[^?#]*)/i.exec(address) ?? [];
  const parts = path
    .split('/')
    .slice(1)
    .map((part) => part.toLowerCase());
  const at = parts.findIndex(
    (part, i) => keys.get(part) === 0 && /^(?=(?:.*\d){8})[0-9a-z]{8,14}$/.test(parts[i + 1] ?? ''),
  );
  if (at < 0) return undefined;
  const gtin = parts[at + 1]!;
  if (!/^(?:\d{8}|\d{12,14})$/.test(gtin)) return 'has a GTIN of other than 8, 12, 13 or 14 digits';
  const after = parts.slice(at + 2).filter((key, i) => i % 2 === 0 && key !== '');
  const places = after.map((key) => keys.get(key) ?? NaN);
  const isBefore = parts.slice(0, at).some((part, i) => (keys.get(part) ?? 0) > 0 && i + 1 < at);
  if (isBefore || places.some((place, i) => place <= (places[i - 1] ?? 0)))
    return 'has its keys in another order than 01, 22, 10, 21';
  const other = after.find((key) => !keys.has(key) && /^\d{2,4}$/.test(key));
  if (other !== undefined) return `has the key ${other} in its path, which is one of its query`;
  const fault = checkFault(gtin);
  if (fault !== undefined) return fault;
  const isOther =
    /^[0-9]{8,14}$/.test(sku) && neededCheck(sku) === undefined && sku.padStart(14, '0') !== gtin.padStart(14, '0');
  return isOther ? `names another article than ${sku}` : undefined;
}
