import { describe, expect, test } from '@jest/globals';
import type { Command, Option } from 'commander';
import { readFileSync, writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { details, type DocumentedCommand } from '../../server/commands/help.js';
import type { Io } from '../../server/commands/io.js';
import { createProgram } from '../../server/commands/program.js';
import { isLayoutFile } from '../../server/commands/choose.js';
import { columns } from '../../server/commands/columns.js';
import { readExpiry } from '../../server/commands/keys/options.js';
import { expectEnd, runHere } from '../support/cli.js';
import { temporaryFolder } from '../support/server.js';
import { expectRecorded } from '../support/tables/records.js';

const folder = temporaryFolder();
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

/** A command and those below it, with the words that call them. */
function commandsOf(command: Command, name: string): (readonly [string, Command])[] {
  const below = command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help');
  return [[name, command], ...below.flatMap((one) => commandsOf(one, `${name} ${one.name()}`))];
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

describe('each page of --help', () => {
  const pages = commandsOf(createProgram(io), 'esl-sim').slice(1);

  test('has a summary and a description, each in its style, and lines of at most 80 characters besides the examples', () => {
    const faults = pages.flatMap(([name, command]) => {
      const { examples } = (command as DocumentedCommand).ending;
      let text = '';
      command.configureOutput({ writeOut: (more) => (text += more), getOutHelpWidth: () => 80 }).outputHelp();
      const long = text.split('\n').filter((line) => line.length > 80 && !examples.includes(line.trim()));
      const asked = [
        [command.summary(), /^(?!.*\.$)([a-z]|a PNG)/],
        [command.description(), /^[A-Z][^]*\.$/],
        ...[...command.options, ...command.registeredArguments].map(
          (one) => [one.description, /^(?!.*\.$)(a |[a-z]|\.|NDJSON|JSON|CSV)/] as const,
        ),
      ] as const;
      const wrong = asked.filter(([words, style]) => !style.test(words)).map(([words]) => words);
      const twice = command.options.map(details).filter((words) => words.split('default: ').length > 2);
      const commanders = /\(choices|default: "|display help|output the version|\n\n\n/.exec(text) ?? [];
      return [...long, ...wrong, ...twice, ...commanders].map((fault) => [name, fault]);
    });
    expect(faults).toEqual([]);
    expect(pages.length).toBeGreaterThan(20);
  });

  test('is in the man page, with its options and examples', () => {
    const page = readFileSync('dist/man/esl-sim.1', 'utf8');
    const plain = page.replaceAll('\\-', '-').replaceAll('\\e', '\\').replaceAll('\\(ga', '`');
    for (const [name, command] of pages) {
      expect(plain).toContain(`.SS ${name} `);
      for (const option of command.createHelp().visibleOptions(command).slice(0, -1))
        expect(plain).toContain(`\n.B ${option.flags}\n`);
      for (const example of (command as DocumentedCommand).ending.examples) expect(plain).toContain(`\n${example}\n`);
    }
    // No text is taken for a request.
    expect([...new Set(page.match(/^[.'].*?(?=[ \n])/gm))].sort()).toEqual(
      '.B .I .PP .RE .RS .SH .SS .TH .TP .fi .nf'.split(' '),
    );
    const { man } = JSON.parse(readFileSync('package.json', 'utf8')) as { man: string };
    expect(man).toBe('./dist/man/esl-sim.1');
  });
});

describe('an option', () => {
  test('refuses what it can not read with the same words as before', () => {
    const refusal = (option: Option, value: string): string => {
      try {
        const parse: ((value: string, before: unknown) => unknown) | undefined = option.parseArg;
        const read = parse?.(value, undefined);
        return read === undefined ? 'any text' : JSON.stringify(read);
      } catch (error) {
        return (error as Error).message;
      }
    };
    const values = ['', '-1', 'x y', '1e9', '2026-02-30'];
    expectRecorded(
      'options',
      all.map(({ command, option }) => [
        `${command} ${option.flags}`,
        option.required ? values.map((value) => `"${value}": ${refusal(option, value)}`) : [],
      ]),
    );
  });

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
    const expected = '-d --device, -l --layout, -c --content, -e --encoding, -o --out, -s --server';
    expect(longs.map((each) => each.join(' ')).join(', ')).toBe(expected);
  });

  const label = ['--name', 'Milk', '--price', '1.00', '--unit', '1 L', '-o', folder.at('milk.png')];
  const commands = {
    render: ['render', '-d', 'waveshare-4.2-b', ...label],
    batch: ['batch', csv, '-d', 'waveshare-4.2-b', '--tar', folder.at('rows.tar')],
    encode: ['frame', 'encode', csv, '-d', 'waveshare-4.2-b', '-o', folder.at('frame.bin')],
    decode: ['frame', 'decode', csv, '-d', 'waveshare-4.2-b', '-o', folder.at('frame.png')],
  } as const;

  const ofBatch = (words: string): [string, string, number, string] => {
    const [option, value] = words.split(' ') as [string, string];
    return [`--${option}`, value, 64, 'batch'];
  };
  test.each<[string, string, number, string]>([
    ['--device', 'no-panel', 64, 'render batch encode decode'],
    ['--layout', 'no-layout', 64, 'render batch'],
    ['--scale', '9', 64, 'render decode'],
    ['--view', 'none', 64, 'render decode'],
    ['--format', 'none', 64, 'render encode'],
    ['--plane', '9', 64, 'render encode'],
    ...['level 3', 'delimiter x', 'decimal x', 'input-encoding latin1', 'input-format xls', 'sheet A'].map(ofBatch),
    ...['file-name x', 'jobs 0'].map(ofBatch),
    // The fields of a label are data, wherever they are typed.
    ['--date', '2026-02-30', 65, 'render batch'],
    ['--date', 'today', 65, 'render batch'],
    ['--locale', 'en_US', 65, 'render batch'],
    ['--currency', 'EURO', 65, 'render batch'],
    ['--time-zone', 'Berlin', 65, 'render batch'],
    ['--price', '3,50', 65, 'render'],
    ['--unit', ' ', 65, 'render batch'],
    ['--data', 'previous_prise=3.50', 65, 'render'],
  ])('with a wrong value, %s %s, ends each command with %d', async (option, value, code, commandNames) => {
    const names = commandNames.split(' ') as (keyof typeof commands)[];
    const having = all
      .filter(({ option: { long } }) => long === option)
      .map(({ command }) => command.split(' ').at(-1)!);
    expect(having.filter((name) => Object.hasOwn(commands, name)).sort()).toEqual([...names].sort());
    for (const name of names) await expectEnd([...commands[name], option, value], code, option);
  });
});

test('a key of --data that the layout does not have is refused with the nearest; in a content it is free', async () => {
  const args = [...'render -d waveshare-4.2-b -l promotion --name A --price 1.00 --unit'.split(' '), '1 L'];
  const keys = ['--data', 'previous_price=2.00', '--data', 'orign=Spain'];
  const said =
    /^--data: Expected a field of data that the layout promotion has but received "orign"( \(did you mean "\w+"\?\))?\n$/;
  await expectEnd([...args, ...keys], 65, said);
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
  const lines = ['a b', 'long c', 'd e'].map((line) => line.split(' '));
  expect(columns(lines)).toBe('a     b\nlong  c\nd     e\n');
});
