import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { createProgram } from '../../server/commands/program.js';
import { openSimulator } from '../../server/library.js';
import { share } from '../support/labels/share.js';
import { eventsOf } from '../support/controller/listening.js';
import { packedProject } from '../support/package/packed.js';
import { milkLabel } from '../support/server.js';

/** Words, and how they must end: the exit code, and a part of the output. */
type Run = readonly [words: string, code: number, output: RegExp, start?: (at: At) => Promise<unknown>];
interface At {
  readonly socket: (name: string) => string;
}

const project = packedProject();
// The server needs it; it has an install script, without which the library must work.
symlinkSync(resolve('node_modules/@photostructure'), join(project.path, 'node_modules', '@photostructure'));
const command = join('node_modules', 'esl-simulator', 'dist', 'bin', 'esl-sim.js');
const processes: ChildProcess[] = [];
const outputs = new Map<ChildProcess, string>();

function start(words: string): ChildProcess {
  const child = spawn(process.execPath, [command, ...words.split(' ')], {
    cwd: project.path,
    env: { ...process.env, NODE_OPTIONS: '', JEST_WORKER_ID: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  processes.push(child);
  outputs.set(child, '');
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => outputs.set(child, outputs.get(child)! + chunk.toString()));
  return child;
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let i = 0; i < 600 && !isTrue(); i++) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** A connection to a program, which listens only a moment after its socket is there. */
async function connected(path: string): Promise<Socket> {
  for (let i = 0; i < 600; i++) {
    const host = connect(path);
    const isConnected = await once(host, 'connect').then(
      () => true,
      () => false,
    );
    if (isConnected) return host;
    await delay(50);
  }
  throw new Error(`Expected a program that listens on ${path}`);
}

/** Firmware that turns a panel black, then waits for the last answer. */
async function drive({ socket }: At, name: string): Promise<void> {
  const host = await connected(socket(name));
  const black = eventsOf(`c24 d${'00'.repeat(22 * 296)} c22 df7 c20 busy`);
  host.write(`${black.map((event) => JSON.stringify(event)).join('\n')}\n`);
  await once(host, 'data');
  host.end();
  await once(host, 'close');
}

const panel = '-d gooddisplay-gdey0213b74 --once --timeout 50 --socket';
const fields = '--name Milk --price 1.00 --unit 1L';
const at: At = { socket: (name) => join(project.path, name) };
/** Each command with an end that succeeds, and one that fails. `SERVER` is a server's address, `BYOS` a TRMNL server's. */
const runs: readonly Run[] = [
  ['serve --help', 0, /Run the server/],
  ['serve --port 0 --database nowhere', 64, /--database but received "nowhere"/],
  [`render -d solum-m2-2.9-bwr ${fields} -o milk.png`, 0, /^$/],
  ['render -d solum-m2-2.9-bwr --name Milk --price 1,00 --unit 1L -o no.png', 65, /price/],
  ['batch prices.csv -d solum-m2-2.9-bwr -o labels --jobs 2', 0, /Rendered 2, failed 0/],
  ['batch wrong.csv -d solum-m2-2.9-bwr -o labels2', 65, /price/],
  ['lint prices.csv -d solum-m2-2.9-bwr --rules at,readability', 0, /0 of 2 labels break a rule/],
  ['lint none.csv -d solum-m2-2.9-bwr', 1, /ENOENT/],
  ['compare milk.png milk.png --report same.html', 0, /The labels are the same/],
  ['compare milk.png other.png --report differs.html', 66, /differ/],
  ['frame encode black.png -d gooddisplay-gdey0213b74 -o black.bin', 0, /^$/],
  ['frame encode black.png -d inkplate-10 -o no.bin', 64, /encoding/],
  ['frame decode black.bin -d gooddisplay-gdey0213b74 -o back.png', 0, /^$/],
  ['frame decode prices.csv -d gooddisplay-gdey0213b74 -o no.png', 65, /bytes/],
  ['snapshots run.json', 0, /^/],
  ['snapshots none.json', 1, /ENOENT/],
  ['keys create --name Till --scope update --database sqlite:keys.db', 0, /esl_live_/],
  ['keys create --name Till --scope fly --database sqlite:keys.db', 64, /scope/],
  ['keys list --database sqlite:keys.db', 0, /Till/],
  ['keys list --database nowhere', 64, /DATABASE_URL|--database/],
  ['keys rotate KEY --database sqlite:keys.db', 0, /esl_live_/],
  ['keys rotate none --database sqlite:keys.db', 64, /none/],
  ['keys revoke KEY --database sqlite:keys.db', 0, /^/],
  ['keys revoke none --database sqlite:keys.db', 64, /none/],
  ['panel replay trace.ndjson --film film.png --report replay.html', 0, /refresh 1/],
  ['panel replay trace.ndjson -d inkplate-10', 64, /no source states how its glass is wired; the nearest/],
  [`panel listen ${panel} a.sock --label desk --server SERVER`, 0, /refresh 1/, (to) => drive(to, 'a.sock')],
  [
    `panel listen ${panel} b.sock --label desk --server http://127.0.0.1:9`,
    1,
    /PUT \S+panel-desk got no answer: ECONNREFUSED|bad port/,
    (to) => drive(to, 'b.sock'),
  ],
  ['panel shim arduino shim', 0, /esl_panel\.h/],
  ['panel shim cobol shim', 64, /cobol/],
  ['panel import saleae spi.csv -d gooddisplay-gdey0213b74 -o imported.ndjson', 0, /^$/],
  ['panel import saleae spi.csv -d solum-m2-2.9-bwr', 64, /no source states how its glass is wired/],
  ['panel trmnl --server BYOS --token t --once --timeout 20 -o screen.png', 0, /1\tscreen\.png/],
  ['panel trmnl --server http://127.0.0.1:9 --token t --once --timeout 2', 1, /did not answer/],
  ['devices --size 296x128', 0, /solum-m2-2\.9-bwr/],
  ['devices --size large', 64, /--size/],
  ['layouts', 0, /standard/],
  ['layouts --jsn', 64, /--json/],
  ['validate layout.json', 0, /layout\.json/],
  ['validate prices.csv', 65, /prices\.csv/],
  ['completion bash', 0, /complete/],
  ['completion cobol', 64, /cobol/],
  ['complete -- pan', 0, /panel/],
  ['complete --cobol', 64, /cobol/],
  ['device --help', 0, /device/],
  ['device trmnl', 64, /panel trmnl/],
];
/** The command that words begin with. */
const commandIn = (words: string): string => /^((?:frame|keys|panel) \w+|\w+)/.exec(words)![0];

/** The words of each command without subcommands, hidden ones included. */
function commandsOf({ commands }: Command, words: readonly string[]): readonly string[] {
  if (commands.length === 0) return [words.join(' ')];
  return commands.flatMap((below) => commandsOf(below, [...words, below.name()]));
}

describe('each command of the packed bundle', () => {
  const byos = createServer((request, response) => {
    if (request.url?.endsWith('.png'))
      return void response
        .setHeader('Content-Type', 'image/png')
        .end(readFileSync(join(project.path, 'screen-wide.png')));
    const image = `http://${request.headers.host!}/milk.png`;
    response.end(JSON.stringify({ status: 0, image_url: image, filename: 'milk', refresh_rate: 60 }));
  });
  let server = '';

  beforeAll(async () => {
    const simulator = await openSimulator();
    const { png } = simulator.render(milkLabel);
    const black = simulator.render({ ...milkLabel, device: 'gooddisplay-gdey0213b74' }).png;
    const trace = [
      { controller: 'SSD1680', width: 16, height: 4, inks: ['white', 'black'] },
      ...eventsOf(`c11 d03 c44 d0001 c45 d00000300 c24 d${'00'.repeat(8)} c22 df7 c20 busy`),
    ];
    project.write({
      'other.png': png,
      'black.png': black,
      'screen-wide.png': simulator.render({ ...milkLabel, device: 'waveshare-7.5-v2' }).png,
      'prices.csv': 'product_name,price,unit\nMilk,1.00,1 L\nTea,2.00,100 g\n',
      'wrong.csv': 'product_name,price,unit\nMilk,?,1 L\n',
      'run.json': '{"testResults":[]}',
      'spi.csv': 'DC,MOSI\n0,0x24\n1,0xff\n',
      'trace.ndjson': trace.map((line) => JSON.stringify(line)).join('\n'),
      'layout.json': readFileSync('renderer/layout/documents/standard.json'),
    });
    byos.listen(0, '127.0.0.1');
    const child = start('serve --port 0 --database memory:');
    const address = /http:\/\/[\w.:]+/;
    await until(() => address.test(outputs.get(child)!));
    server = address.exec(outputs.get(child)!)![0];
  });
  afterAll(() => {
    byos.close();
    for (const child of processes) child.kill();
  });

  test('has a row here', () => {
    const io = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough(), env: {}, cores: 1 };
    const program = createProgram({ ...io, end: () => undefined } as unknown as Parameters<typeof createProgram>[0]);
    const names = runs.map(([words]) => commandIn(words));
    expect(names.toSorted()).toEqual(
      commandsOf(program, [])
        .flatMap((name) => [name, name])
        .sort(),
    );
  });

  // The failing one of a third of the commands.
  const failing = runs.filter((_, i) => i % 2 === 1);
  const some = runs.filter((run, i) => i % 2 === 0 || share([run], 3, failing.indexOf(run)).length > 0);
  test.each(some.map((run) => [run[0], run[1], run] as const))('%s ends with %i', async (_words, _code, run) => {
    const [words, code, output, host] = run;
    const { port } = byos.address() as { port: number };
    const key = words.includes('KEY') ? await lastKey() : '';
    const said = words.replace('SERVER', server).replace('BYOS', `http://127.0.0.1:${port}`).replace('KEY', key);
    const child = start(said);
    const [[ended]] = (await Promise.all([once(child, 'close'), host?.(at)])) as [[number], unknown];
    expect([said, ended, outputs.get(child)]).toEqual([said, code, expect.stringMatching(output)]);
  });

  async function lastKey(): Promise<string> {
    const { said } = await project.node('.', [command, 'keys', 'list', '--database', 'sqlite:keys.db']);
    return /key_\w+|\b[\w-]{8,}\b/.exec(said)![0];
  }

  test('shows a panel on a label of its server', async () => {
    const image = await fetch(`${server}/api/esl/labels/desk/image.png`);
    expect(image.status).toBe(200);
  });
});
