import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { outcome, type DrawnBlock } from '../../server/batch/output/drawn.js';
import { openFolder as openOutput } from '../../server/batch/output/folder-output.js';
import { journalHead, pathsOf, readJournal, readManifest } from '../../server/batch/output/journal.js';
import { failedEntry, writeEntry } from '../../server/batch/output/manifest.js';
import { createFileWriter, temporaryNameOf } from '../../server/batch/output/image-writers.js';
import { expectEnd, openFiles, step } from '../support/batch.js';
import { temporaryFolder } from '../support/server.js';

const started = new Date('2026-11-20T22:10:06.123Z');
const head = journalHead(started, 'a hash of options');
let path = '';
beforeEach(() => {
  path = temporaryFolder().at('labels');
});

type Output = Awaited<ReturnType<typeof openOutput>>;
const opened: Output[] = [];
async function openFolder(...args: Parameters<typeof openOutput>): Promise<Output> {
  const output = await openOutput(...args);
  opened.push(output);
  return output;
}
// Tests that simulate a killed batch leave its files open.
afterEach(async () => {
  await Promise.allSettled(opened.splice(0).map((output) => output.abandon()));
});

const entryOf = (line: number) =>
  writeEntry({ line, device: 'panel', file: `${line}.png`, sha256: `hash of ${line}`, warnings: [], step });
const entriesOf = (...lines: readonly number[]) => lines.map(entryOf).join('');
const checkpoint = (blocks: number) => ({ blocks, sha256: `hash of ${blocks} blocks` });

/** A block of images under temporary names. */
function drawn(...lines: readonly number[]): DrawnBlock {
  const { temporary } = pathsOf(path);
  const images = createFileWriter({ path, temporary, used: false });
  const results = lines.map((line) =>
    images.write(`${line}.png`, Buffer.from(`image ${line}`), temporaryNameOf(line, 'panel')),
  );
  const settled = { manifest: entriesOf(...lines), results: Int32Array.from(results), archive: images.archive() };
  return { failure: null, ...settled };
}

const manifest = () => readFileSync(pathsOf(path).manifest, 'utf8');
const journal = () => readFileSync(pathsOf(path).journal, 'utf8');
const images = () => readdirSync(path).filter((name) => name.endsWith('.png'));

/** The part of the manifest in the journal: files, and failed rows. */
async function walked(): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const entry of readManifest(path, (await readJournal(path))!))
    seen.push('file' in entry ? entry.file : entry);
  return seen;
}

/** A block without images: its manifest, and its results. */
const undrawn = (lines: string, ...results: readonly number[]): DrawnBlock => ({
  ...{ failure: null, manifest: lines, results: Int32Array.from(results), archive: new Uint8Array(0) },
});

/** The next append to an open file fails after `bytes`, as on a full disk. */
async function fillDiskAfter(bytes: number): Promise<void> {
  const handle = await open('.');
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  jest.spyOn(prototype, 'appendFile').mockImplementationOnce(async function (this: FileHandle, data) {
    await this.write((data as Buffer).subarray(0, bytes));
    throw new Error('ENOSPC: no space left on device, write');
  });
}

describe('a folder', () => {
  test('has the images by their names, a manifest, and nothing else when it is finished', async () => {
    const output = await openFolder(path, head, null);
    expect(output.folder).toEqual({ path, temporary: join(path, '.esl-batch/images'), used: false });
    await output.commit(drawn(2, 3), checkpoint(1));
    await output.commit(drawn(4), checkpoint(2));
    await output.finish();
    expect(readdirSync(path).sort()).toEqual(['2.png', '3.png', '4.png', 'manifest.ndjson']);
    expect(readFileSync(join(path, '3.png'), 'utf8')).toBe('image 3');
    expect(manifest()).toBe(entriesOf(2, 3, 4));
  });

  test('keeps an existing image, and reports why a row failed', async () => {
    mkdirSync(path);
    writeFileSync(join(path, '2.png'), 'as before');
    const output = await openFolder(path, head, null);
    expect(output.folder.used).toBe(true);
    const failed = writeEntry(failedEntry(3, null, [{ field: 'price', reason: 'format', message: 'No.' }]));
    await output.commit(undrawn(entryOf(2) + failed, outcome.unchanged, outcome.failed), checkpoint(1));
    await output.finish();
    expect([images(), manifest()]).toEqual([['2.png'], entryOf(2) + failed]);
    expect(readFileSync(join(path, '2.png'), 'utf8')).toBe('as before');
  });

  test('starts over unless it resumes a batch', async () => {
    const earlier = await openFolder(path, head, null);
    await earlier.commit(drawn(2), checkpoint(1));
    drawn(3);
    const output = await openFolder(path, 'another head\n', null);
    expect([manifest(), journal(), output.folder.used]).toEqual(['', 'another head\n', true]);
    expect(readdirSync(output.folder.temporary)).toEqual([]);
  });

  test('where an earlier batch left nothing but its journal is as good as new', async () => {
    mkdirSync(join(path, '.esl-batch/images'), { recursive: true });
    writeFileSync(pathsOf(path).journal, head);
    writeFileSync(join(path, '.esl-batch/images/1-panel'), '');
    const output = await openFolder(path, 'another head\n', null);
    expect([output.folder.used, journal()]).toEqual([false, 'another head\n']);
    expect(readdirSync(output.folder.temporary)).toEqual([]);
  });

  test.each(['finish', 'abandon'] as const)('has no file open after %s', async (end) => {
    const output = await openOutput(path, head, null);
    await output.commit(drawn(2), checkpoint(1));
    expect(openFiles(path)).toEqual([pathsOf(path).manifest]);
    await output[end]();
    expect(openFiles(path)).toEqual([]);
  });

  test('has a journal that counts the bytes of the manifest up to each block', async () => {
    const output = await openFolder(path, head, null);
    const sizes: number[] = [];
    for (const [i, lines] of [[2], [3, 4], [5]].entries()) {
      await output.commit(drawn(...lines), checkpoint(i + 1));
      sizes.push(Buffer.byteLength(manifest()));
    }
    const lines = sizes.map((size, i) => `${JSON.stringify({ ...checkpoint(i + 1), manifest: size })}\n`);
    expect(journal()).toBe(head + lines.join(''));
  });

  test('that can’t be made is named in one line', async () => {
    writeFileSync(path, 'a file');
    await expectEnd(openFolder(path, head, null), 'failed', /^Expected to write \S+ but received: EEXIST.*$/);
  });
});

describe('a batch that stops early', () => {
  test('leaves its images, their manifest, and no temporary files', async () => {
    const output = await openFolder(path, head, null);
    await output.commit(drawn(2, 3), checkpoint(1));
    drawn(4);
    await output.abandon();
    expect([images(), manifest()]).toEqual([['2.png', '3.png'], entriesOf(2, 3)]);
    expect(readdirSync(join(path, '.esl-batch'))).toEqual(['journal']);
    expect(await readJournal(path)).toEqual({
      started: started.toISOString(),
      options: 'a hash of options',
      ...checkpoint(1),
      manifest: Buffer.byteLength(manifest()),
      text: journal(),
    });
  });

  /** A folder with one block. */
  async function begun(): Promise<Output> {
    const output = await openFolder(path, head, null);
    await output.commit(drawn(2), checkpoint(1));
    return output;
  }
  async function hasOnlyTheFirst(): Promise<void> {
    expect(await readJournal(path)).toMatchObject({ ...checkpoint(1), manifest: entryOf(2).length });
  }

  test('leaves no half line where the disk was full in the middle of the manifest', async () => {
    const output = await begun();
    await fillDiskAfter(20);
    await expectEnd(output.commit(drawn(3), checkpoint(2)), 'failed', /^Expected to write .*: ENOSPC: no space left/);
    expect(manifest()).toBe(entryOf(2) + entryOf(3).slice(0, 20));
    await output.abandon();
    expect(manifest()).toBe(entryOf(2));
    await hasOnlyTheFirst();
  });

  test('counts no block in the journal whose lines are not in the manifest', async () => {
    const output = await begun();
    await fillDiskAfter(0);
    await expect(output.commit(drawn(3), checkpoint(2))).rejects.toThrow('ENOSPC');
    // Killed here, without abandon().
    await hasOnlyTheFirst();
  });

  test('leaves no lines in the manifest that the journal does not count', async () => {
    const output = await begun();
    rmSync(pathsOf(path).journal);
    mkdirSync(pathsOf(path).journal);
    await expect(output.commit(drawn(3), checkpoint(2))).rejects.toThrow('EISDIR');
    expect(manifest()).toBe(entriesOf(2, 3));
    await output.abandon();
    expect(manifest()).toBe(entryOf(2));
  });
});

describe('a resumed batch', () => {
  /** The folder of a batch that was killed within its third block. */
  async function killed(): Promise<void> {
    const output = await openFolder(path, head, null);
    await output.commit(drawn(2), checkpoint(1));
    await output.commit(drawn(3, 4), checkpoint(2));
    drawn(5);
    appendFileSync(pathsOf(path).manifest, entryOf(5).slice(0, -5));
    appendFileSync(pathsOf(path).journal, '{"blocks":3,"sha2');
  }

  test('takes over what the journal counts, and drops what came after', async () => {
    await killed();
    const former = await readJournal(path);
    expect(former).toMatchObject({ ...checkpoint(2), started: started.toISOString(), options: 'a hash of options' });
    const output = await openFolder(path, 'another head\n', former);
    expect(manifest()).toBe(entriesOf(2, 3, 4));
    expect(readdirSync(pathsOf(path).temporary)).toEqual([]);
    await output.commit(drawn(5), checkpoint(3));
    await output.finish();
    expect(readdirSync(path).sort()).toEqual(['2.png', '3.png', '4.png', '5.png', 'manifest.ndjson']);
    expect(manifest()).toBe(entriesOf(2, 3, 4, 5));
  });

  test('can be killed again before and after its first block: a torn line of the journal is not kept', async () => {
    await killed();
    const former = await readJournal(path);
    const output = await openFolder(path, head, former);
    expect(output.folder.used).toBe(true);
    expect(await readJournal(path)).toEqual(former);
    await output.commit(drawn(5), checkpoint(3));
    const counted = Buffer.byteLength(entriesOf(2, 3, 4, 5));
    expect(await readJournal(path)).toMatchObject({ ...checkpoint(3), manifest: counted });
  });

  test('reads each file and each row that failed, up to where the journal counts', async () => {
    const output = await openFolder(path, head, null);
    const problems = [
      { field: 'price', reason: 'format', message: 'Expected a price' },
      { field: '', reason: 'x', message: 'Expected more' },
    ];
    const failed = writeEntry(failedEntry(4, 'panel', problems));
    const block = drawn(2, 3);
    const results = Int32Array.of(...block.results, outcome.failed);
    await output.commit({ ...block, manifest: block.manifest + failed, results }, checkpoint(1));
    appendFileSync(pathsOf(path).manifest, entryOf(9));
    expect(await walked()).toEqual(['2.png', '3.png', { line: 4, device: 'panel', problems }]);
  });

  test('reads lines of any length and script: only a line feed ends them', async () => {
    const output = await openFolder(path, head, null);
    const messages = Array.from({ length: 60 }, (_, i) => 'é漢🥛\u2028\u2029\u0085\r\n'.repeat(i * 20));
    const entries = messages.map((message, i) => failedEntry(i + 1, 'panel', [{ field: '', reason: 'x', message }]));
    const lines = entries.map(writeEntry).join('');
    await output.commit(undrawn(lines, ...entries.map(() => outcome.failed)), checkpoint(1));
    expect(await walked()).toEqual(entries);
  });

  test('is refused when one of its images is gone, or is no file', async () => {
    await killed();
    const image = join(path, '3.png');
    const gone = `Expected ${image}, which the manifest names, but it is gone: run without --resume`;
    rmSync(image);
    await expectEnd(walked(), 'failed', gone);
    mkdirSync(image);
    await expectEnd(walked(), 'failed', gone);
  });

  test('visits nothing when its first blocks had no rows', async () => {
    const output = await openFolder(path, head, null);
    await output.commit(undrawn(''), checkpoint(1));
    writeFileSync(pathsOf(path).manifest, entryOf(9));
    expect([(await readJournal(path))!.manifest, await walked()]).toEqual([0, []]);
  });

  test('can’t be resumed without a journal, a complete block in it, or its manifest', async () => {
    expect(await readJournal(path)).toBeNull();
    const output = await openFolder(path, head, null);
    expect(await readJournal(path)).toBeNull();
    await output.commit(drawn(2), checkpoint(1));
    const whole = journal();
    for (const torn of [whole.slice(0, -1), `${head}not JSON\n`]) {
      writeFileSync(pathsOf(path).journal, torn);
      expect(await readJournal(path)).toBeNull();
    }
    writeFileSync(pathsOf(path).journal, whole);
    expect(await readJournal(path)).not.toBeNull();
    truncateSync(pathsOf(path).manifest, entryOf(2).length - 1);
    expect(await readJournal(path)).toBeNull();
    rmSync(pathsOf(path).manifest);
    expect(await readJournal(path)).toBeNull();
  });
});
