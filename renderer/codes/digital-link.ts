import { neededCheck, type Omitted } from './barcode.js';

/** GS1's own resolver, which forwards to the address registered by the owner of the number. */
export const defaultResolver = 'https://id.gs1.org';

/** The lengths of GTIN-8, -12, -13 and -14 (GS1 General Specifications, 3.3.2). */
const lengths = [8, 12, 13, 14];

/**
 * The GS1 Digital Link of a GTIN: `<resolver>/01/<GTIN-14>` (GS1 Digital Link: URI syntax, 4.1). Pads shorter numbers with
 * zeros.
 * @param resolver an address, with or without a trailing slash
 */
export function digitalLink(gtin: string, resolver: string): { readonly link: string } | Omitted {
  if (!/^[0-9]+$/.test(gtin) || !lengths.includes(gtin.length))
    return { reason: `Expected a GTIN of 8, 12, 13 or 14 digits but received ${JSON.stringify(gtin)}` };
  const check = neededCheck(gtin);
  if (check !== undefined)
    return { reason: `Expected the check digit ${check} for ${gtin} but received ${gtin.at(-1)!}` };
  return { link: `${resolver.replace(/(?<!\/)\/+$/, '')}/01/${gtin.padStart(14, '0')}` };
}
