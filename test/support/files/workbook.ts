import { strToU8, zipSync } from 'fflate';

/** The XML of a cell: a text, a number, or XML with its attributes and content as given. */
export type CellXml = string | number | { readonly attributes?: string; readonly xml: string } | null;

export interface SheetXml {
  readonly name: string;
  readonly rows: readonly (readonly CellXml[])[];
  /** What follows the rows, such as merged cells. */
  readonly after?: string;
  readonly state?: 'hidden';
}

/** Styles 0: as stored, 1: a day (built-in format 14), 2: a format of one's own with a day, 3: two decimals, 4 and 5: of zeros. */
const styles =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="3"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="0000000000000"/><numFmt numFmtId="166" formatCode="0000\\-0000"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="0"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="4"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function cellXml(cell: CellXml, address: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c r="${address}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  return `<c r="${address}" ${cell.attributes ?? ''}>${cell.xml}</c>`;
}

function sheetXml({ rows, after = '' }: SheetXml): string {
  const lines = rows.map((cells, row) => {
    const inner = cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`)).join('');
    return inner === '' ? '' : `<row r="${row + 1}">${inner}</row>`;
  });
  return `<worksheet ${main}><sheetData>${lines.join('')}</sheetData>${after}</worksheet>`;
}

/** An .xlsx workbook of these sheets; `parts` go over what it consists of. */
export function workbook(sheets: readonly SheetXml[], parts: Readonly<Record<string, string>> = {}): Uint8Array {
  const names = sheets.map(
    ({ name, state }, i) =>
      `<sheet name="${escaped(name)}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="rId${i + 1}"/>`,
  );
  const targets = sheets.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relations}"><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.join('')}</Relationships>`,
    'xl/styles.xml': styles,
    ...Object.fromEntries(sheets.map((sheet, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheetXml(sheet)])),
    ...parts,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
}
