/** Bytes of a tar block: headers and members are multiples of it. */
const block = 512;
/** The limit of a plain header. */
const maxNameBytes = 100;

/** The end-of-archive marker: two blocks of zeros. */
export const tarEnd = new Uint8Array(2 * block);

/** The size of a member without its header. */
export function padded(size: number): number {
  return Math.ceil(size / block) * block;
}

/** The bytes of a member with a short ASCII name, without its header and what pads it. */
export function memberOf(member: Uint8Array): Uint8Array {
  const size = Number.parseInt(Buffer.from(member.subarray(124, 135)).toString('latin1'), 8);
  return member.subarray(block, block + size);
}

/**
 * Creates member headers (POSIX.1-2001 ustar; a pax header precedes it if the name is long or not ASCII).
 * @param modified the time of all members in seconds since 1970
 */
export function createTarHeaders(modified: number): (name: string, size: number) => Buffer {
  const plain = createPlainHeaders(modified);
  return (name, size) => {
    const bytes = Buffer.byteLength(name);
    if (bytes <= maxNameBytes && bytes === name.length) return plain(name, size, '0');
    const record = paxRecord('path', name);
    const pax = Buffer.alloc(padded(record.length));
    pax.set(record);
    const short = name.replace(/[^ -~]/g, '_').slice(0, maxNameBytes);
    return Buffer.concat([
      plain(`PaxHeader/${short}`.slice(0, maxNameBytes), record.length, 'x'),
      pax,
      plain(short, size, '0'),
    ]);
  };
}

/** Creates headers for short ASCII names: writes name, size, type and checksum over a template. */
function createPlainHeaders(modified: number): (name: string, size: number, type: '0' | 'x') => Buffer {
  const template = Buffer.alloc(block);
  template.write('0000644\0' + '0000000\0' + '0000000\0' + '00000000000\0' + octal(modified, 11) + '\0', maxNameBytes);
  template.write(' '.repeat(8), 148);
  template.write('ustar\0' + '00', 257);
  const base = sum(template, 0, block) - sum(template, 124, 135);
  return (name, size, type) => {
    const header = Buffer.from(template);
    const end = header.write(name, 0, 'latin1');
    header.write(octal(size, 11), 124, 'latin1');
    header.write(type, 156, 'latin1');
    const total = base + sum(header, 0, end) + sum(header, 124, 135) + header[156]!;
    header.write(octal(total, 6) + '\0 ', 148, 'latin1');
    return header;
  };
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

function sum(bytes: Uint8Array, from: number, to: number): number {
  let total = 0;
  for (let i = from; i < to; i++) total += bytes[i]!;
  return total;
}

/** `<length> key=value\n`; the length includes its digits. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length > String(rest).length) length++;
  return Buffer.from(`${length} ${key}=${value}\n`);
}
