/** The attributes of each tag. */
export function tagsOf(xml: string, tag: RegExp): readonly Readonly<Partial<Record<string, string>>>[] {
  return Array.from(xml.matchAll(tag), ([, attributes]) =>
    Object.fromEntries(
      Array.from(
        attributes!.matchAll(/(?<![\w:])([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g),
        ([, name, double, single]) => [name!, unescaped(double ?? single!)],
      ),
    ),
  );
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(entities, String(name)) ? entities[String(name)]! : whole;
    const code = decimal !== undefined ? Number(decimal) : parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
