import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createTarWriter } from '../../server/batch/output/image-writers.js';
import { createTarHeaders, padded, tarEnd } from '../../server/batch/output/tar-headers.js';
import { openTar } from '../../server/batch/output/tar-output.js';
import { expectEnd, membersOf, openFiles } from '../support/batch.js';
import { temporaryFolder } from '../support/server.js';

const modified = 1_790_000_000;
const checkpoint = { blocks: 1, sha256: '' };

/** A block of images that contain their names. */
function drawn(...files: readonly string[]) {
  const images = createTarWriter(modified);
  const results = Int32Array.from(files.map((file) => images.write(file, Buffer.from(file), 'not used')));
  return { failure: null, manifest: `${files.join(' ')}\n`, results, archive: images.archive() };
}

/** The names and texts of an archive's members. */
const textsIn = async (...tar: readonly Uint8Array[]) =>
  (await membersOf(Buffer.concat(tar))).map(({ header, bytes }) => [header.name, bytes.toString()]);

/** The number of temporary manifests that name this file. */
function spooled(file: string): number {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith('esl-batch-'))
    .map((name) => join(tmpdir(), name, 'manifest.ndjson'))
    .filter((path) => existsSync(path) && readFileSync(path, 'utf8').includes(file)).length;
}

describe('the members of an archive', () => {
  test('have names of every length and script', async () => {
    const headerOf = createTarHeaders(modified);
    const letters = fc.string({ unit: fc.constantFrom('a', 'é', '漢', ' '), minLength: 1, maxLength: 250 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(letters, fc.nat(2000))), async (files) => {
        const named = files.map(([name, size], i) => [`${i}${name}.png`, Buffer.alloc(size, i)] as const);
        const parts = named.flatMap(([name, bytes]) => [
          headerOf(name, bytes.length),
          bytes,
          Buffer.alloc(padded(bytes.length) - bytes.length),
        ]);
        const members = await membersOf(Buffer.concat([...parts, tarEnd]));
        expect(members.map(({ header, bytes }) => [header.name, bytes])).toEqual(named);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ...[1, 99, 100].map((length) => ['x'.repeat(length), 512] as const),
    ...[101, 255].map((length) => ['x'.repeat(length), 3 * 512] as const),
    ['é'.repeat(50), 3 * 512],
    ...[600, 984, 985, 986, 987, 988, 989, 990, 991, 992, 5000].map((length) => ['x'.repeat(length), null] as const),
    ['x'.repeat(600), 4 * 512],
  ])('have a header with the name %s', async (name, bytes) => {
    const header = createTarHeaders(modified)(name, 0);
    expect((await membersOf(Buffer.concat([header, tarEnd])))[0]!.header.name).toBe(name);
    if (bytes !== null) expect(header.length).toBe(bytes);
  });

  test('are plain files, readable for everyone, with the requested time', async () => {
    const [member] = await membersOf(Buffer.concat([createTarHeaders(modified)('a.png', 0), tarEnd]));
    expect(member!.header).toMatchObject({
      ...{ type: 'file', mode: 0o644, uid: 0, gid: 0, size: 0, mtime: new Date(modified * 1000), pax: null },
    });
  });

  test('are listed by tar, with ASCII names for readers without pax', () => {
    const tar = Buffer.concat([createTarHeaders(modified)('Käse.png', 0), tarEnd]);
    expect(execFileSync('tar', ['-tf', '-'], { input: tar, encoding: 'utf8' })).toMatch(/^K(ä|\\303\\244)se\.png\n$/);
    expect(tar.subarray(0, 18).toString('latin1')).toBe('PaxHeader/K_se.png');
    expect(tar.subarray(1024, 1024 + 9).toString('latin1')).toBe('K_se.png\0');
    expect(tar[1024 + 156]).toBe('0'.charCodeAt(0));
  });

  test('of a block take the bytes of its results', async () => {
    const { results, archive } = drawn('a.png', 'Käse.png', 'c.png');
    expect([...results]).toEqual([1024, 2048, 1024]);
    expect(archive.length).toBe(4096);
    expect(await textsIn(archive, tarEnd)).toEqual(['a.png', 'Käse.png', 'c.png'].map((name) => [name, name]));
  });
});

describe('an archive in a file', () => {
  let [home, path] = ['', ''];
  beforeEach(() => {
    home = temporaryFolder().path;
    path = join(home, 'labels.tar');
  });
  const files = () => readdirSync(home).sort();

  test('has its name when it is whole; its last member is the manifest', async () => {
    writeFileSync(path, 'of an earlier batch');
    const output = await openTar(path, modified);
    await output.commit(drawn('a.png', 'b.png'), checkpoint);
    await output.commit(drawn('Käse.png'), checkpoint);
    expect(files()).toEqual(['labels.tar', 'labels.tar.part', 'labels.tar.part.manifest']);
    expect(readFileSync(path, 'utf8')).toBe('of an earlier batch');
    await output.finish();
    expect(files()).toEqual(['labels.tar']);
    const bytes = readFileSync(path);
    const images = ['a.png', 'b.png', 'Käse.png'].map((name) => [name, name]);
    expect(await textsIn(bytes)).toEqual([...images, ['manifest.ndjson', 'a.png b.png\nKäse.png\n']]);
    expect((await membersOf(bytes)).at(-1)!.header.mtime).toEqual(new Date(modified * 1000));
    expect([bytes.length % 512, bytes.subarray(-1024).equals(Buffer.alloc(1024))]).toEqual([0, true]);
  });

  test.each([
    ['finish', ['labels.tar']],
    ['abandon', []],
  ] as const)('is closed after %s, which leaves %j', async (end, left) => {
    const output = await openTar(path, modified);
    await output.commit(drawn('a.png'), checkpoint);
    expect(openFiles(path).sort()).toEqual([`${path}.part`, `${path}.part.manifest`]);
    await output[end]();
    expect([openFiles(path), files()]).toEqual([[], left]);
  });

  test.each(['finish', 'abandon'] as const)('may be a named pipe, which stays there after %s', async (end) => {
    execFileSync('mkfifo', [path]);
    const read = buffer(createReadStream(path));
    const output = await openTar(path, modified);
    const file = `${randomUUID()}.png`;
    await output.commit(drawn(file), checkpoint);
    expect([files(), spooled(file)]).toEqual([['labels.tar'], 1]);
    await output[end]();
    const names = (await membersOf(await read)).map(({ header }) => header.name);
    expect(names).toEqual(end === 'finish' ? [file, 'manifest.ndjson'] : [file]);
    expect([files(), spooled(file)]).toEqual([['labels.tar'], 0]);
  });

  test('is refused where a folder is, where nothing can be, or where the name of its manifest would be too long', async () => {
    await expectEnd(openTar(home, modified), 'failed', `Expected a file for --tar but received the folder ${home}`);
    const long = join(home, `${'x'.repeat(241)}.tar`);
    const tooLong = /^Expected to write \S+x\.tar\.part\.manifest but received: ENAMETOOLONG/;
    await expectEnd(openTar(long, modified), 'failed', tooLong);
    expect(files()).toEqual([]);
    writeFileSync(path, '');
    const nowhere = /^Expected to write \S+below\.tar but received: ENOTDIR/;
    await expectEnd(openTar(join(path, 'below.tar'), modified), 'failed', nowhere);
  });

  test('can’t be written where the disk is full', async () => {
    // By a link, so that a bug does not delete the device.
    symlinkSync('/dev/full', path);
    const output = await openTar(path, modified);
    const full = /^Expected to write \S+labels\.tar but received: ENOSPC/;
    await expectEnd(output.commit(drawn('a.png'), checkpoint), 'failed', full);
    await output.abandon();
    expect(files()).toEqual(['labels.tar']);
  });
});

describe('an archive in a stream', () => {
  test.each(['finish', 'abandon'] as const)('leaves no file after %s, and the stream open', async (end) => {
    const stream = new PassThrough();
    const written = buffer(stream);
    const file = `${randomUUID()}.png`;
    const output = await openTar(stream, modified);
    await output.commit(drawn(file), checkpoint);
    expect(spooled(file)).toBe(1);
    await output[end]();
    expect([spooled(file), stream.writable]).toEqual([0, true]);
    stream.end();
    const names = (await membersOf(await written)).map(({ header }) => header.name);
    expect(names).toEqual(end === 'finish' ? [file, 'manifest.ndjson'] : [file]);
  });

  test.each([
    ['EPIPE', 'unread', 'Expected a reader of standard output but it is gone'],
    ['EIO', 'failed', 'Expected to write standard output but received: EIO happened'],
  ])('that fails with %s ends the batch as %s', async (code, kind, message) => {
    const stream = new Writable({
      write: (_, _encoding, done) => {
        done(Object.assign(new Error(`${code} happened`), { code }));
      },
    });
    const output = await openTar(stream, modified);
    await expectEnd(output.commit(drawn('a.png'), checkpoint), kind, message);
    await output.abandon();
  });

  test.each([
    ['the header of the manifest', 1],
    ['the manifest', 2],
    ['what pads the manifest', 3],
    ['the end of the archive', 4],
  ])('whose reader leaves at %s ends the batch for that reason', async (_, before) => {
    let written = 0;
    const stream = new Writable({
      write: (_bytes, _encoding, done) => {
        done(written++ === before ? Object.assign(new Error('gone'), { code: 'EPIPE' }) : null);
      },
    });
    const output = await openTar(stream, modified);
    await output.commit(drawn('a.png'), checkpoint);
    await expectEnd(output.finish(), 'unread', 'Expected a reader of standard output but it is gone');
    await output.abandon();
  });
});
