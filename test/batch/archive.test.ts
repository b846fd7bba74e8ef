import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createTarWriter } from '../../server/batch/output/image-writers.js';
import { createTarHeaders, padded, tarEnd } from '../../server/batch/output/tar-headers.js';
import { openTar } from '../../server/batch/output/tar-output.js';
import { membersOf, openFiles } from '../support/batch.js';
import { temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
const modified = 1_790_000_000;
const checkpoint = { blocks: 1, sha256: '' };

/** A block of images that contain their names. */
function drawn(...files: readonly string[]) {
  const images = createTarWriter(modified);
  const results = Int32Array.from(files.map((file) => images.write(file, Buffer.from(file), 'not used')));
  return { failure: null, manifest: `${files.join(' ')}\n`, results, archive: images.archive() };
}

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

  test.each([1, 99, 100, 101, 255, 984, 985, 986, 987, 988, 989, 990, 991, 992, 5000])(
    'have names of %d bytes',
    async (length) => {
      const name = 'x'.repeat(length);
      const [member] = await membersOf(Buffer.concat([createTarHeaders(modified)(name, 0), tarEnd]));
      expect(member!.header.name).toBe(name);
    },
  );

  test.each([
    ['x'.repeat(100), 512],
    ['x'.repeat(101), 3 * 512],
    ['é'.repeat(50), 3 * 512],
    ['x'.repeat(600), 4 * 512],
  ])('%s takes a header of %d bytes', (name, bytes) => {
    expect(createTarHeaders(modified)(name, 0).length).toBe(bytes);
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
    const members = await membersOf(Buffer.concat([archive, tarEnd]));
    expect(members.map(({ header, bytes }) => [header.name, bytes.toString()])).toEqual([
      ['a.png', 'a.png'],
      ['Käse.png', 'Käse.png'],
      ['c.png', 'c.png'],
    ]);
  });
});

describe('an archive in a file', () => {
  let path = '';
  let count = 0;
  beforeEach(() => {
    mkdirSync(join(folder.path, String(count)));
    path = join(folder.path, String(count++), 'labels.tar');
  });
  const files = () => readdirSync(join(path, '..')).sort();

  test('has its name when it is whole; its last member is the manifest', async () => {
    writeFileSync(path, 'of an earlier batch');
    const output = await openTar(path, modified);
    await output.commit(drawn('a.png', 'b.png'), checkpoint);
    await output.commit(drawn('Käse.png'), checkpoint);
    expect(files()).toEqual(['labels.tar', 'labels.tar.part', 'labels.tar.part.manifest']);
    expect(readFileSync(path, 'utf8')).toBe('of an earlier batch');
    await output.finish();
    expect(files()).toEqual(['labels.tar']);
    const members = await membersOf(readFileSync(path));
    expect(members.map(({ header, bytes }) => [header.name, bytes.toString()])).toEqual([
      ['a.png', 'a.png'],
      ['b.png', 'b.png'],
      ['Käse.png', 'Käse.png'],
      ['manifest.ndjson', 'a.png b.png\nKäse.png\n'],
    ]);
    expect(members.at(-1)!.header.mtime).toEqual(new Date(modified * 1000));
    expect(readFileSync(path).length % 512).toBe(0);
    expect(readFileSync(path).subarray(-1024).equals(Buffer.alloc(1024))).toBe(true);
  });

  test.each(['finish', 'abandon'] as const)('is open no more after %s', async (end) => {
    const output = await openTar(path, modified);
    await output.commit(drawn('a.png'), checkpoint);
    expect(openFiles(path).sort()).toEqual([`${path}.part`, `${path}.part.manifest`]);
    await output[end]();
    expect(openFiles(path)).toEqual([]);
  });

  test('leaves nothing when the batch stops early', async () => {
    const output = await openTar(path, modified);
    await output.commit(drawn('a.png'), checkpoint);
    await output.abandon();
    expect(files()).toEqual([]);
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

  test('is refused where a folder is, or where nothing can be', async () => {
    await expect(openTar(folder.path, modified)).rejects.toMatchObject({
      kind: 'failed',
      message: `Expected a file for --tar but received the folder ${folder.path}`,
    });
    const below = join(path, 'below.tar');
    writeFileSync(path, '');
    await expect(openTar(below, modified)).rejects.toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/^Expected to write \S+below\.tar but received: ENOTDIR/),
    });
  });

  test('leaves nothing where the name of its manifest would be too long', async () => {
    const long = join(path, '..', `${'x'.repeat(241)}.tar`);
    await expect(openTar(long, modified)).rejects.toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/^Expected to write \S+x\.tar\.part\.manifest but received: ENAMETOOLONG/),
    });
    expect(files()).toEqual([]);
  });

  test('can’t be written where the disk is full', async () => {
    // By a link, so that a bug does not delete the device.
    symlinkSync('/dev/full', path);
    const output = await openTar(path, modified);
    await expect(output.commit(drawn('a.png'), checkpoint)).rejects.toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/^Expected to write \S+labels\.tar but received: ENOSPC/),
    });
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
    await expect(output.commit(drawn('a.png'), checkpoint)).rejects.toMatchObject({ kind, message });
    await output.abandon();
  });
});
