import type { PanelEvent } from './event.js';
import { TraceError } from './trace.js';

/** Logic analysers whose CSV can be turned into a trace. */
export const analysers = ['saleae', 'sigrok'] as const;
export type Analyser = (typeof analysers)[number];

/** Bytes of one `d` event. */
const maxRun = 4096;

/** Names of channels as on displays, without digits, signs and a prefix such as "EPD_". */
const names: Readonly<Record<string, readonly string[]>> = {
  clk: ['clk', 'sck', 'scl', 'sclk', 'clock'],
  mosi: ['mosi', 'din', 'sda', 'sdi', 'data', 'mosidata', 'copi'],
  cs: ['cs', 'csb', 'csn', 'ss', 'nss', 'enable'],
  dc: ['dc', 'dcx', 'rs'],
  rst: ['rst', 'reset', 'res'],
};
const nameOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/^(epd|epaper|eink|spi)(?=.)/, '');

const thousandths = ['', 'm', 'u', 'n', 'p'];
const longThousandths = ['', 'milli', 'micro', 'nano', 'pico'];

/** Seconds of a unit: "Time [ms]", or sigrok's "microseconds". Undefined: the column has no time. */
function unitOf(heading: string, byDefault: number): number | undefined {
  if (/^(start[_ ]?)?time$/i.test(heading)) return byDefault;
  const [, short] = /^(?:start[_ ]?)?time ?\[(.?)s\]$/i.exec(heading.replace('µ', 'u')) ?? [];
  const power =
    short === undefined ? longThousandths.indexOf(heading.replace(/seconds$/, '')) : thousandths.indexOf(short);
  return power < 0 ? undefined : 1000 ** -power;
}

/** Seconds of a number, or of a date and time of ISO 8601 with fractions of any length; NaN for any other text. */
function secondsOf(cell: string, unit: number): number {
  if (cell === '') return NaN;
  const [, whole, fraction = '', zone] =
    /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:?\d\d)?$/i.exec(cell) ?? [];
  if (whole === undefined) return Number(cell) * unit;
  return Date.parse(whole.replace(' ', 'T') + (zone ?? 'Z')) / 1000 + Number(`0.${fraction}0`);
}

/**
 * The events in the CSV of a logic analyser: see docs/panel-trace.md. With a clock column, rows are levels of pins, as Logic 2
 * (digital.csv) and sigrok-cli (-O csv) write them, and bytes are clocked by its rising edges; without, MOSI has bytes.
 * @throws {TraceError} naming the line
 */
export function importCsv(text: string, analyser: Analyser): readonly PanelEvent[] {
  const writer = createWriter();
  let channels: readonly string[] = [];
  let timeUnit = 1;
  let read: ((cells: readonly string[], number: number) => void) | undefined;
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    if (line.startsWith(';')) {
      // sigrok names the channels in a comment, and counts time in the unit of a thousand that has whole samples.
      channels = /^; Channels[^:]*: (.*)$/.exec(line)?.[1]?.split(', ') ?? channels;
      const [, rate, prefix] = /^; Samplerate: ([\d.]+) ([kMG]?)Hz/.exec(line) ?? [];
      if (rate !== undefined)
        timeUnit = 1000 ** -Math.ceil(Math.log10(Number(rate) * 1000 ** ['', 'k', 'M', 'G'].indexOf(prefix!)) / 3);
      continue;
    }
    const cells = line.split(',').map((cell) => cell.trim().replace(/^"|"$/g, ''));
    if (!read) {
      const unnamed = channels[Symbol.iterator]();
      const isData = cells.every((cell) => /^\d*$/.test(cell));
      const headings = isData
        ? channels
        : cells.map((cell) => (cell === 'logic' ? String(unnamed.next().value) : cell));
      read = createReader(headings, index + 1, timeUnit, analyser, writer);
      if (!isData) continue;
    }
    read(cells, index + 1);
  }
  writer.flush();
  return writer.events;
}

/** Collects events; bytes of data in runs. */
function createWriter() {
  const events: PanelEvent[] = [];
  let run: number[] = [];
  const flush = () => {
    if (run.length > 0) events.push(['d', Buffer.from(run).toString('hex')]);
    run = [];
  };
  return {
    events,
    flush,
    add(event: PanelEvent): void {
      flush();
      events.push(event);
    },
    byte(byte: number, isData: boolean): void {
      if (!isData) this.add(['c', byte]);
      else if (run.push(byte) === maxRun) flush();
    },
  };
}

function createReader(
  headings: readonly string[],
  line: number,
  timeUnit: number,
  analyser: Analyser,
  writer: ReturnType<typeof createWriter>,
) {
  const at = (pin: string): number => headings.findIndex((heading) => names[pin]!.includes(nameOf(heading)));
  const place = { clk: at('clk'), mosi: at('mosi'), cs: at('cs'), dc: at('dc'), rst: at('rst') };
  if (place.mosi < 0 || place.dc < 0)
    throw new TraceError(
      `Expected the columns MOSI and DC in line ${line} but received ${headings.join(', ').slice(0, 80)}`,
    );
  const units = headings.map((heading) => unitOf(heading, timeUnit));
  const time = units.findIndex((unit) => unit !== undefined);
  const levels = { cs: '', rst: '', clk: '' };
  const pins = Object.values(place).filter((column) => column >= 0);
  let levelsBefore = '';
  let last: number | undefined;
  let bits = 1;

  const wait = (seconds: number) => {
    // Less than a millisecond passes between two bytes.
    if (last !== undefined && seconds - last >= 0.001) writer.add(['wait_us', Math.round((seconds - last) * 1e6)]);
    last = seconds;
  };
  const changed = (pin: keyof typeof levels, cells: readonly string[]): boolean => {
    const level = cells[place[pin]] ?? '';
    if ((level !== '0' && level !== '1') || level === levels[pin]) return false;
    levels[pin] = level;
    return true;
  };
  /** A rising edge: the first level of a clock that idles high is none. */
  const isClocked = (cells: readonly string[]): boolean => {
    const before = levels.clk;
    return changed('clk', cells) && before === '0';
  };
  return (cells: readonly string[], number: number): void => {
    const seconds = time < 0 ? NaN : secondsOf(cells[time] ?? '', units[time]!);
    // sigrok writes a row for each sample: only one that changes a pin ends a wait.
    const levelsNow = pins.map((column) => cells[column]).join();
    if (Number.isFinite(seconds) && (place.clk < 0 || levelsNow !== levelsBefore)) wait(seconds);
    levelsBefore = levelsNow;
    for (const pin of ['cs', 'rst'] as const)
      if (changed(pin, cells)) {
        bits = 1;
        writer.add([pin, Number(levels[pin])]);
      }
    const isData = cells[place.dc] !== '0';
    const cell = cells[place.mosi] ?? '';
    if (place.clk < 0) {
      if (cell !== '') writer.byte(byteOf(cell, number, analyser), isData);
    } else if (isClocked(cells) && levels.cs !== '1') {
      bits = (bits << 1) | (cell === '1' ? 1 : 0);
      if (bits < 256) return;
      writer.byte(bits & 255, isData);
      bits = 1;
    }
  };
}

/** A byte: Saleae's numbers have a prefix unless they are decimal, those of sigrok are hexadecimal. */
function byteOf(cell: string, line: number, analyser: Analyser): number {
  const isBare = analyser === 'sigrok' && /^[0-9a-f]{1,2}$/i.test(cell);
  const byte = isBare ? parseInt(cell, 16) : Number(cell);
  if (Number.isInteger(byte) && byte >= 0 && byte <= 255) return byte;
  throw new TraceError(
    `Expected a byte such as 0x24 in line ${line} but received ${JSON.stringify(cell.slice(0, 40))}`,
  );
}
