import { describe, expect, test } from '@jest/globals';
import type { Command, Option } from 'commander';
import { writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import type { Io } from '../../server/commands/io.js';
import { createProgram } from '../../server/commands/program.js';
import { isLayoutFile } from '../../server/commands/choose.js';
import { columns } from '../../server/commands/columns.js';
import { readExpiry } from '../../server/commands/keys/options.js';
import { runHere } from '../support/cli.js';
import { useFolder } from '../support/use-server.js';

const folder = useFolder();
const csv = folder.at('rows.csv');
writeFileSync(csv, 'product_name,price,unit\nMilk,1.00,1 L\n');

const io: Io = {
  stdin: new PassThrough(),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
  bar: new PassThrough(),
  env: {},
  cores: 1,
  clock: () => new Date(0),
  interruption: () => new AbortController().signal,
  end: () => undefined,
};

interface DescribedOption {
  readonly command: string;
  readonly option: Option;
}

function optionsOf(command: Command, path: readonly string[] = []): DescribedOption[] {
  const own = command.options.map((option) => ({ command: path.join(' '), option }));
  return [...own, ...command.commands.flatMap((below) => optionsOf(below, [...path, below.name()]))];
}

const all = optionsOf(createProgram(io)).filter(({ option }) => option.long !== '--version');

/** The common meaning of an option: its text up to the first punctuation mark. */
function stem({ description }: Option): string {
  return /^[^(:;,]*/.exec(description)![0].trim();
}

function groupedBy(key: (option: Option) => string | undefined): (readonly [string, readonly DescribedOption[]])[] {
  const groups = new Map<string, DescribedOption[]>();
  for (const described of all) {
    const name = key(described.option);
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), described]);
  }
  return [...groups];
}

describe('an option', () => {
  test('has one meaning, one short form and one kind of value in all commands', () => {
    const meanings = groupedBy(({ long }) => long).map(([long, group]) => {
      const forms = group.map(({ option }) => [option.short, option.flags.replace(/^-.[, ]+/, ''), stem(option)]);
      return [long, new Set(forms.map((form) => JSON.stringify(form))).size];
    });
    expect(meanings.filter(([, count]) => count !== 1)).toEqual([]);
    expect(meanings.length).toBeGreaterThan(45);
  });

  test('shares its short form with no other', () => {
    const longs = groupedBy(({ short }) => short).map(([short, group]) => [
      short,
      ...new Set(group.map(({ option }) => option.long)),
    ]);
    expect(longs).toEqual([
      ['-d', '--device'],
      ['-l', '--layout'],
      ['-c', '--content'],
      ['-e', '--encoding'],
      ['-o', '--out'],
      ['-s', '--server'],
    ]);
  });

  const label = ['--name', 'Milk', '--price', '1.00', '--unit', '1 L', '-o', folder.at('milk.png')];
  const commands = {
    render: ['render', '-d', 'waveshare-4.2-b', ...label],
    batch: ['batch', csv, '-d', 'waveshare-4.2-b', '--tar', folder.at('rows.tar')],
    encode: ['frame', 'encode', csv, '-d', 'waveshare-4.2-b', '-o', folder.at('frame.bin')],
    decode: ['frame', 'decode', csv, '-d', 'waveshare-4.2-b', '-o', folder.at('frame.png')],
  } as const;

  test.each<[string, string, number, readonly (keyof typeof commands)[]]>([
    ['--device', 'no-panel', 64, ['render', 'batch', 'encode', 'decode']],
    ['--layout', 'no-layout', 64, ['render', 'batch']],
    ['--scale', '9', 64, ['render', 'decode']],
    ['--view', 'none', 64, ['render', 'decode']],
    ['--format', 'none', 64, ['render', 'encode']],
    ['--plane', '9', 64, ['render', 'encode']],
    ['--level', '3', 64, ['batch']],
    ['--delimiter', 'x', 64, ['batch']],
    ['--decimal', 'x', 64, ['batch']],
    ['--input-encoding', 'latin1', 64, ['batch']],
    ['--input-format', 'xls', 64, ['batch']],
    ['--sheet', 'A', 64, ['batch']],
    ['--file-name', 'x', 64, ['batch']],
    ['--jobs', '0', 64, ['batch']],
    // The fields of a label are data, wherever they are typed.
    ['--date', '2026-02-30', 65, ['render', 'batch']],
    ['--date', 'today', 65, ['render', 'batch']],
    ['--locale', 'en_US', 65, ['render', 'batch']],
    ['--currency', 'EURO', 65, ['render', 'batch']],
    ['--time-zone', 'Berlin', 65, ['render', 'batch']],
    ['--price', '3,50', 65, ['render']],
    ['--unit', ' ', 65, ['render']],
    ['--data', 'previous_prise=3.50', 65, ['render']],
  ])('with a wrong value, %s %s, ends each command with %d', async (option, value, code, names) => {
    const having = all
      .filter(({ option: { long } }) => long === option)
      .map(({ command }) => command.split(' ').at(-1)!);
    expect(having.filter((name) => Object.hasOwn(commands, name)).sort()).toEqual([...names].sort());
    for (const name of names) {
      const ran = await runHere([...commands[name], option, value]);
      expect([name, ran.code, ran.stderr]).toEqual([name, code, expect.stringContaining(option)]);
    }
  });
});

test('a key of --data that the layout does not have is refused with the nearest; in a content it is free', async () => {
  const args = [...'render -d waveshare-4.2-b -l promotion --name A --price 1.00 --unit'.split(' '), '1 L'];
  const keys = ['--data', 'previous_price=2.00', '--data', 'orign=Spain'];
  expect(await runHere([...args, ...keys])).toMatchObject({
    code: 65,
    stderr: expect.stringMatching(
      /^--data: Expected a field of data that the layout promotion has but received "orign"( \(did you mean "\w+"\?\))?\n$/,
    ) as unknown,
  });
  const input = '{"data":{"previous_price":"2.00","orign":"Spain"}}';
  const { code, stdout } = await runHere([...args, '-c', '-', '--data', 'previous_price=2.50'], { input });
  expect([code, stdout.includes('"data.previous_price":"2.50"')]).toEqual([0, true]);
});

test('a day on which a key ends is its last one', () => {
  expect(readExpiry('2027-06-30')).toEqual({ at: Date.parse('2027-07-01T00:00:00Z') });
});

test('a path is that of a layout by a slash or its ending', () => {
  expect(['mine.json', './mine', 'standard'].map(isLayoutFile)).toEqual([true, true, false]);
});

test('a column of a list is as wide as its longest text', () => {
  expect(
    columns([
      ['a', 'b'],
      ['long', 'c'],
      ['d', 'e'],
    ]),
  ).toBe('a     b\nlong  c\nd     e\n');
});
