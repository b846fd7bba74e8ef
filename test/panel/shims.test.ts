import { execFile, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unpack } from '../../renderer/index.js';
import { writeShim } from '../../server/panel/shim.js';
import { type Listening, startListening } from '../support/controller/listening.js';
import { eventually } from '../support/page.js';
import { useFolder } from '../support/use-server.js';

const run = promisify(execFile);
const folder = useFolder();
const drivers = resolve('test/support/controller');
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** A test that needs a program; its title says so where it is skipped. */
const testWith = (program: string, title: string, body: () => Promise<void>): void => {
  if (has(program)) test(title, body);
  else test.skip(`skipped, as ${program} is not installed: ${title}`, body);
};

/** The inks at places of the glass, as `.` and `#`. */
const pixelsAt = ({ refreshes }: Listening, n: number, ...places: readonly (readonly [number, number])[]): string => {
  const { picture } = refreshes[n]!;
  const pixels = unpack(picture);
  return places.map(([x, y]) => (pixels[y * picture.width + x] === 0 ? '.' : '#')).join('');
};

describe('a Python driver of a SSD1680', () => {
  beforeAll(() => void writeShim('python', folder.at('python')));
  const drive = async (...args: readonly string[]): Promise<Listening> => {
    const listening = await startListening('waveshare-2.13-v4', folder.at(`${args.join('-')}.sock`));
    const env = {
      ...process.env,
      PYTHONPATH: folder.at('python'),
      ESL_PANEL: listening.path,
      PYTHONDONTWRITEBYTECODE: '1',
    };
    await run('python3', [`${drivers}/ssd1680.py`, ...args], { env }).catch((error: { stderr: string }) => {
      if (!error.stderr.includes('stops in the middle')) throw error;
    });
    await eventually(() => Promise.resolve(listening.ends.length), 1);
    await listening.stop();
    return listening;
  };

  for (const library of ['spidev', 'gpiozero', 'lgpio'])
    testWith('python3', `runs through ${library}`, async () => {
      const listening = await drive(library);
      expect(listening.refreshes.map(({ kind }) => kind)).toEqual(['full', 'partial']);
      expect(pixelsAt(listening, 0, [0, 0], [20, 110])).toBe('##');
      expect(pixelsAt(listening, 1, [15, 110], [16, 100], [47, 131], [48, 131], [47, 132])).toBe('#..##');
      expect(listening.ends[0]!.map(({ code }) => code)).toEqual([]);
    });

  testWith('python3', 'that fails leaves the last picture and a diagnostic', async () => {
    const listening = await drive('spidev', 'fail');
    expect(pixelsAt(listening, 1, [16, 100])).toBe('.');
    expect(listening.refreshes).toHaveLength(2);
  });
});

describe('an Arduino sketch for a UC8179', () => {
  let listening: Listening | undefined;
  afterAll(() => listening?.stop());

  testWith('g++', 'compiles and runs, with SPI and bit-banged', async () => {
    writeShim('arduino', folder.at('arduino'));
    const [shim, sketch] = [folder.at('arduino'), folder.at('sketch')];
    const sources = [`${drivers}/uc8179.cpp`, `${shim}/esl_main.cpp`];
    await run('g++', ['-Wall', '-Werror', '-DARDUINO=10819', '-I', shim, ...sources, '-o', sketch]);
    listening = await startListening('waveshare-7.5-v2', folder.at('uc.sock'));
    const { stderr } = await run(sketch, { env: { ...process.env, ESL_PANEL: listening.path } });
    expect(stderr).toBe('done\r\n');
    await eventually(() => Promise.resolve(listening!.ends.length), 1);
    expect(listening.refreshes.map(({ kind }) => kind)).toEqual(['full', 'window']);
    expect(pixelsAt(listening, 0, [303, 200], [304, 140], [495, 339], [496, 339])).toBe('.##.');
    expect(pixelsAt(listening, 1, [400, 200], [407, 200], [400, 201], [404, 201], [399, 200])).toBe('...##');
    expect(listening.ends[0]!.filter(({ grade }) => grade === 'error')).toEqual([]);
  });
});
