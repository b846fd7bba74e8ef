import { execFile, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { unpack } from '../../renderer/index.js';
import { writeShim } from '../../server/panel/shim.js';
import { type Listening, startListening } from '../support/controller/listening.js';
import { eventually } from '../support/page.js';
import { temporaryFolder } from '../support/server.js';

const run = promisify(execFile);
const folder = temporaryFolder();
const drivers = resolve('test/support/controller');
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** A test that needs a program; its title says so where it is skipped. */
const testWith = (program: string, title: string, body: () => Promise<void>): void => {
  if (has(program)) test(title, body);
  else test.skip(`skipped, as ${program} is not installed: ${title}`, body);
};

/** Black pixels of the glass after a refresh. */
const blackPixels = ({ refreshes }: Listening, n: number): number =>
  unpack(refreshes[n]!.picture).reduce((sum, ink) => sum + ink, 0);

describe('a Python driver of a SSD1680', () => {
  beforeAll(() => void writeShim('python', folder.at('python')));
  const python = (args: readonly string[], ESL_PANEL = '') => {
    const own = { PYTHONPATH: folder.at('python'), ESL_PANEL, PYTHONDONTWRITEBYTECODE: '1' };
    return run('python3', args, { env: { ...process.env, ...own } });
  };
  const drive = async (...args: readonly string[]): Promise<Listening> => {
    const listening = await startListening('waveshare-2.13-v4', folder.at(`${args.join('-')}.sock`));
    await python([`${drivers}/ssd1680.py`, ...args], listening.path).catch((error: unknown) => {
      if (!(error as { stderr: string }).stderr.includes('stops in the middle')) throw error;
    });
    await eventually(() => listening.ends.length, 1);
    await listening.stop();
    return listening;
  };

  for (const library of ['spidev', 'gpiozero', 'lgpio'])
    testWith('python3', `runs through ${library}`, async () => {
      const listening = await drive(library);
      expect(listening.refreshes.map(({ kind }) => kind)).toEqual(['full', 'partial']);
      expect([0, 1].map((n) => blackPixels(listening, n))).toEqual([122 * 250, 122 * 250 - 32 * 32]);
      expect(listening.ends[0]!.map(({ code }) => code)).toEqual([]);
    });

  testWith('python3', 'finds a Raspberry Pi in both ways in which Waveshare’s drivers look for one', async () => {
    const code = `import pathlib, re, subprocess
with open(pathlib.Path("/proc/cpuinfo")) as file:
    print(re.search(r"^Model\\s*:\\s*Raspberry Pi", file.read(), flags=re.M) is not None)
shell = subprocess.Popen("cat /proc/cpuinfo | grep Raspberry", shell=True, stdout=subprocess.PIPE, text=True)
print("Raspberry" in shell.communicate()[0])`;
    expect((await python(['-c', code])).stdout).toBe('True\nTrue\n');
  });

  testWith('python3', 'that fails leaves the last picture and a diagnostic', async () => {
    const listening = await drive('spidev', 'fail');
    expect(blackPixels(listening, 1)).toBe(122 * 250 - 32 * 32);
    expect(listening.refreshes).toHaveLength(2);
  });
});

describe('an Arduino sketch', () => {
  beforeAll(() => void writeShim('arduino', folder.at('arduino')));
  /** Compiles a sketch and runs it with a panel. @returns what it printed */
  const drive = async (name: string, { path }: Listening): Promise<string> => {
    const [shim, sketch] = [folder.at('arduino'), folder.at(name)];
    const sources = [`${drivers}/${name}.cpp`, `${shim}/esl_main.cpp`];
    await run('g++', ['-Wall', '-Werror', '-DARDUINO=10819', '-I', shim, ...sources, '-o', sketch]);
    return (await run(sketch, { env: { ...process.env, ESL_PANEL: path } })).stderr;
  };

  testWith('g++', 'has Arduino’s String', async () => {
    const listening = await startListening('waveshare-7.5-v2', folder.at('text.sock'));
    expect(await drive('text', listening)).toBe('a b a\r\n101\r\n2.125\r\n');
    await listening.stop();
  });

  testWith('g++', 'for a UC8179 compiles and runs, with SPI and bit-banged', async () => {
    const listening = await startListening('waveshare-7.5-v2', folder.at('uc.sock'));
    expect(await drive('uc8179', listening)).toBe('done\r\n');
    await eventually(() => listening.ends.length, 1);
    expect(listening.refreshes.map(({ kind }) => kind)).toEqual(['full', 'window']);
    expect([0, 1].map((n) => blackPixels(listening, n))).toEqual([192 * 200, 192 * 200 - 28]);
    expect(listening.ends[0]!.filter(({ grade }) => grade === 'error')).toEqual([]);
  });
});
