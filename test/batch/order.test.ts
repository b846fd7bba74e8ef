import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { drawBlocks } from '../../server/batch/draw-blocks.js';
import { outcome, type DrawnBlock } from '../../server/batch/output/drawn.js';
import { journalHead, journalLine, pathsOf } from '../../server/batch/output/journal.js';
import { failedEntry, writeEntry } from '../../server/batch/output/manifest.js';
import { createUsedNames } from '../../server/batch/output/used-names.js';
import type { Checkpoint } from '../../server/batch/output/output.js';
import { hashOf, remainingBlocks, resumeJournal } from '../../server/batch/resume.js';
import type { RowBlock } from '../../server/batch/rows/split-rows.js';
import { createTally } from '../../server/batch/summary.js';
import { blocksOf, entriesOf, expectEnd, type ManifestEntry, step } from '../support/batch.js';
import { temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();

async function blocksWith(count: number): Promise<RowBlock[]> {
  const texts = Array.from({ length: count }, (_, i) => Buffer.from(`row ${i}\n`));
  const blocks = await Promise.all(texts.map((text) => blocksOf(text, 'ndjson')));
  return blocks.flat().map((block, i) => ({ ...block, read: (i + 1) * 10, lines: [i + 1] }));
}

// oxlint-disable-next-line typescript/require-await -- a synchronous stream
async function* streamOf(blocks: readonly RowBlock[]) {
  yield* blocks;
}

function checkpointAfter(blocks: readonly RowBlock[]): Checkpoint {
  const hash = createHash('sha256');
  for (const { bytes } of blocks) hash.update(bytes);
  return { blocks: blocks.length, sha256: hash.digest('hex') };
}

function drawnOf(line: number, file = `${line}.png`): DrawnBlock {
  const manifest = writeEntry({ line, device: 'panel', file, sha256: '', warnings: [], step });
  return { failure: null, manifest, results: Int32Array.of(1), archive: Buffer.from('x') };
}

/** A run with threads of chosen speed, and its events. */
function runOf(blocks: readonly RowBlock[], draw: (line: number) => Promise<DrawnBlock>) {
  const events: string[] = [];
  const happen = (event: string) => Promise.resolve(void events.push(event));
  const controller = new AbortController();
  const tally = createTally();
  let [ahead, most] = [0, 0];
  const run = {
    blocks: streamOf(blocks),
    threads: {
      draw: async ({ lines }: RowBlock) => {
        most = Math.max(most, ++ahead);
        return await draw(lines[0]!);
      },
      close: () => happen('close'),
    },
    inFlight: 3,
    output: {
      commit: ({ manifest, results }: DrawnBlock, { blocks: count }: Checkpoint) => {
        ahead--;
        const said = results[0] === outcome.failed ? ' failed' : '';
        const [{ line }] = entriesOf(manifest) as [ManifestEntry];
        return happen(`commit ${count}: line ${line}${said}`);
      },
      finish: () => happen('finish'),
      abandon: () => happen('abandon'),
    },
    path: 'labels',
    previous: null as Checkpoint | null,
    usedNames: null as ReturnType<typeof createUsedNames> | null,
    rowCache: null,
    tally,
    progress: {
      update: (read: number, labels: number) => void events.push(`progress ${read} ${labels}`),
      stop: () => void events.push('stop'),
    },
    signal: controller.signal,
  };
  return { run, events, tally, controller, most: () => most };
}

describe('blocks', () => {
  test('are committed in input order, with a limit on blocks ahead', async () => {
    const { run, events, most, tally } = runOf(await blocksWith(8), async (line) => {
      await delay(Math.random() * 5);
      return drawnOf(line);
    });
    await drawBlocks(run);
    const commits = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((n) => [`commit ${n}: line ${n}`, `progress ${n * 10} ${n}`]);
    expect(events).toEqual([...commits, 'finish', 'stop', 'close']);
    expect(most()).toBe(3);
    expect(tally.summary(0)).toMatchObject({ rendered: 8, failed: 0 });
  });

  test('of an interrupted batch are not drawn again', async () => {
    const blocks = await blocksWith(4);
    const { run, events } = runOf(blocks, (line) => Promise.resolve(drawnOf(line)));
    await drawBlocks({ ...run, previous: checkpointAfter(blocks.slice(0, 2)) });
    const drawn = ['commit 3: line 3', 'progress 30 1', 'commit 4: line 4', 'progress 40 2'];
    expect(events).toEqual(['progress 10 0', 'progress 20 0', ...drawn, 'finish', 'stop', 'close']);
  });

  test('lose the images whose names are taken', async () => {
    const { run, events, tally } = runOf(await blocksWith(2), (line) => Promise.resolve(drawnOf(line, 'a.png')));
    await drawBlocks({ ...run, usedNames: createUsedNames() });
    expect(events.slice(0, 3)).toEqual(['commit 1: line 1', 'progress 10 1', 'commit 2: line 2 failed']);
    expect(tally.summary(0)).toMatchObject({ rendered: 1, failed: 1 });
  });
});

describe('a batch that ends early abandons its output after its threads end,', () => {
  const end = ['close', 'abandon', 'stop', 'close'];

  test('when an image can’t be written', async () => {
    const { run, events } = runOf(await blocksWith(3), (line) =>
      Promise.resolve({ ...drawnOf(line), failure: line === 2 ? 'ENOSPC\nmore' : null }),
    );
    await expectEnd(drawBlocks(run), 'failed', 'Expected to write labels but received: ENOSPC more');
    expect(events).toEqual(['commit 1: line 1', 'progress 10 1', ...end]);
  });

  test('when a thread breaks, even while an earlier block is drawn', async () => {
    const { run, events } = runOf(await blocksWith(3), async (line) => {
      if (line === 3) throw new Error('broken');
      await delay(20);
      return drawnOf(line);
    });
    await expect(drawBlocks(run)).rejects.toThrow('broken');
    expect(events.filter((event) => event.startsWith('commit'))).toEqual(['commit 1: line 1', 'commit 2: line 2']);
    expect(events.slice(-4)).toEqual(end);
  });

  test('when it is interrupted: the current block is not committed', async () => {
    const { run, events, controller } = runOf(await blocksWith(3), (line) => {
      if (line === 1) controller.abort();
      return Promise.resolve(drawnOf(line));
    });
    await expect(drawBlocks(run)).rejects.toMatchObject({ name: 'AbortError' });
    expect(events).toEqual(end);
  });
});

describe('the rows of an interrupted batch', () => {
  async function linesOf(blocks: readonly RowBlock[], previous: Checkpoint | null): Promise<unknown[]> {
    const seen: unknown[] = [];
    for await (const { block, checkpoint } of remainingBlocks(streamOf(blocks), previous, (read) => seen.push(read))) {
      expect(checkpoint).toEqual(checkpointAfter(blocks.slice(0, checkpoint.blocks)));
      seen.push(`line ${block.lines[0]!}`);
    }
    return seen;
  }

  test('are skipped; the others remain, with their checkpoints', async () => {
    const blocks = await blocksWith(3);
    expect(await linesOf(blocks, null)).toEqual(['line 1', 'line 2', 'line 3']);
    expect(await linesOf(blocks, checkpointAfter(blocks.slice(0, 2)))).toEqual([10, 20, 'line 3']);
    expect(await linesOf(blocks, checkpointAfter(blocks))).toEqual([10, 20, 30]);
  });

  test('must be the same', async () => {
    const blocks = await blocksWith(3);
    const previous = { blocks: 2, sha256: 'of other rows' };
    const several = blocks.map((block) => ({ ...block, lines: [...block.lines, 10 * block.lines[0]!] }));
    const message = (to: string) =>
      `Expected the rows of the interrupted batch${to} for --resume but received others: run without --resume`;
    await expectEnd(linesOf(several, previous), 'invalid', message(' up to line 20'));
    await expectEnd(linesOf(blocks, { ...checkpointAfter(blocks), blocks: 4 }), 'invalid', message(''));
  });
});

describe('an interrupted batch', () => {
  /** Its folder. */
  function leave(name: string): string {
    const path = join(folder.path, name);
    const { work, journal, manifest } = pathsOf(path);
    mkdirSync(work, { recursive: true });
    const lines = [
      writeEntry({ line: 1, device: 'panel', file: 'A.png', sha256: '', warnings: [], step }),
      writeEntry(failedEntry(2, 'panel', [{ field: '', reason: 'x', message: 'Expected more' }])),
    ].join('');
    writeFileSync(manifest, lines);
    writeFileSync(join(path, 'A.png'), '');
    writeFileSync(journal, journalHead(new Date(0), 'hash') + journalLine({ blocks: 1, sha256: 'rows' }, lines.length));
    return path;
  }

  test('is counted, and its names are taken', async () => {
    const [tally, usedNames] = [createTally(), createUsedNames()];
    const journal = await resumeJournal(leave('taken'), 'hash', tally, usedNames);
    expect(journal).toMatchObject({ blocks: 1, sha256: 'rows', started: '1970-01-01T00:00:00.000Z' });
    expect(tally.summary(0)).toEqual({
      ...{ rendered: 0, unchanged: 0, resumed: 1, failed: 1, seconds: 0 },
      failures: [{ line: 2, message: 'line 2: Expected more' }],
      notes: [],
    });
    expect([usedNames.add('a.png'), usedNames.add('b.png')]).toEqual([false, true]);
    expect(await resumeJournal(leave('untaken'), 'hash', createTally(), null)).not.toBeNull();
    expect(await resumeJournal(join(folder.path, 'nothing'), 'hash', createTally(), null)).toBeNull();
  });

  test('does not resume with other options', async () => {
    const path = leave('other');
    const message = `Expected the options, panels and layouts of the interrupted batch in ${path} for --resume but received others: run it as before, or without --resume`;
    await expectEnd(resumeJournal(path, 'another hash', createTally(), null), 'usage', message);
  });

  test('is known by the version, and by all its options, maps and their order among them', () => {
    expect(hashOf({})).not.toBe(createHash('sha256').update('{}').digest('hex'));
    const settings = { level: 1, layouts: new Map([['a', { title: 'A' }]]) };
    expect(hashOf(settings)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf({ ...settings })).toBe(hashOf(settings));
    expect(hashOf({ ...settings, level: 7 })).not.toBe(hashOf(settings));
    expect(hashOf({ ...settings, layouts: new Map([['a', { title: 'B' }]]) })).not.toBe(hashOf(settings));
    const inOrder = (...names: string[]) => hashOf({ map: new Map(names.map((name) => [name, 1])) });
    expect(inOrder('a', 'b')).not.toBe(inOrder('b', 'a'));
  });
});
