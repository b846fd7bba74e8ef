import type { PanelEvent } from './event.js';
import { TraceError } from './trace.js';

/** Logic analysers whose CSV can be turned into a trace. */
export const analysers = ['saleae', 'sigrok'] as const;
export type Analyser = (typeof analysers)[number];

/** Bytes of one `d` event. */
const maxRun = 4096;

/** Names of columns, as they are written on displays and in exports. */
const columns: Readonly<Record<string, readonly string[]>> = {
  time: ['time', 'time [s]', 'start_time', 'start time'],
  clk: ['clk', 'sck', 'scl', 'sclk', 'clock'],
  mosi: ['mosi', 'din', 'sda', 'sdi', 'data', 'mosi data', 'copi'],
  cs: ['cs', 'csb', 'ss', 'nss', 'enable'],
  dc: ['dc', 'd/c', 'd_c', 'dcx', 'rs'],
  rst: ['rst', 'reset', 'res'],
};

/**
 * The events in the CSV of a logic analyser: see docs/panel-trace.md. With a clock column, rows are levels of pins, as Logic 2
 * (digital.csv) and sigrok-cli (-O csv) write them, and bytes are clocked by its rising edges; without, MOSI has bytes.
 * @throws {TraceError} naming the line
 */
export function importCsv(text: string, analyser: Analyser): readonly PanelEvent[] {
  const writer = createWriter();
  let read: ((cells: readonly string[], number: number) => void) | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    // sigrok writes comments before the names of the columns.
    if (line.trim() === '' || (analyser === 'sigrok' && line.startsWith(';'))) continue;
    const cells = line.split(',').map((cell) => cell.replace(/^\s*"?|"?\s*$/g, ''));
    if (read) read(cells, index + 1);
    else read = createReader(cells, index + 1, writer);
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

function createReader(names: readonly string[], line: number, writer: ReturnType<typeof createWriter>) {
  const at = (name: string): number => names.findIndex((given) => columns[name]!.includes(given.toLowerCase()));
  const place = { time: at('time'), clk: at('clk'), mosi: at('mosi'), cs: at('cs'), dc: at('dc'), rst: at('rst') };
  if (place.mosi < 0 || place.dc < 0)
    throw new TraceError(
      `Expected the columns MOSI and DC in line ${line} but received ${names.join(', ').slice(0, 80)}`,
    );
  const levels = { cs: '', rst: '', clk: '' };
  let last = 0;
  let bits = 1;

  const wait = (seconds: number) => {
    // Less than a millisecond passes between two bytes.
    if (seconds - last >= 0.001) writer.add(['wait_us', Math.round((seconds - last) * 1e6)]);
    last = seconds;
  };
  const changed = (pin: keyof typeof levels, cells: readonly string[]): boolean => {
    const level = cells[place[pin]] ?? '';
    if ((level !== '0' && level !== '1') || level === levels[pin]) return false;
    levels[pin] = level;
    return true;
  };
  return (cells: readonly string[], number: number): void => {
    const seconds = Number(cells[place.time] === '' ? NaN : cells[place.time]);
    if (!Number.isNaN(seconds)) wait(seconds);
    for (const pin of ['cs', 'rst'] as const)
      if (changed(pin, cells)) {
        bits = 1;
        writer.add([pin, Number(levels[pin])]);
      }
    const isData = cells[place.dc] !== '0';
    const cell = cells[place.mosi] ?? '';
    if (place.clk < 0) {
      if (cell !== '') writer.byte(byteOf(cell, number), isData);
    } else if (changed('clk', cells) && levels.clk === '1' && levels.cs !== '1') {
      bits = (bits << 1) | (cell === '1' ? 1 : 0);
      if (bits < 256) return;
      writer.byte(bits & 255, isData);
      bits = 1;
    }
  };
}

/** A byte: hexadecimal with 0x or two digits. */
function byteOf(cell: string, line: number): number {
  const [, digits] = /^(?:0x)?([0-9a-f]{2})$/i.exec(cell) ?? [];
  if (digits !== undefined) return parseInt(digits, 16);
  throw new TraceError(
    `Expected a byte such as 0x24 in line ${line} but received ${JSON.stringify(cell.slice(0, 40))}`,
  );
}
