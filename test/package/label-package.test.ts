import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openSimulator } from '../../server/library.js';
import { temporaryFolder } from '../support/server.js';

const project = temporaryFolder();
const own = join(project.path, 'node_modules', 'esl-label');
mkdirSync(own, { recursive: true });
execFileSync(process.execPath, ['.ci/packages.mjs', own]);
symlinkSync(resolve('node_modules/@napi-rs'), join(project.path, 'node_modules', '@napi-rs'));

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
const files = filesIn(own);
const sizeOf = (folder: string) =>
  filesIn(folder).reduce((sum, file) => sum + Math.ceil(statSync(join(folder, file)).size / 4096) * 4096, 0);

/** Runs code in the project. @returns its output */
const node = (code: string, type: 'module' | 'commonjs') =>
  execFileSync(process.execPath, [`--input-type=${type}`, '-e', code], {
    cwd: project.path,
    encoding: 'utf8',
    // With CI=true no snapshot would be written.
    env: { ...process.env, CI: '' },
  });

/** The fields of a label that needs flexbox, hyphens, the canvas, and fonts that are compressed. */
const fields = {
  product_name: 'Vollkornhaferbrot 한글 牛乳',
  price: '3.50',
  unit: '1 L',
  date: '2026-11-20',
  locale: 'de-DE',
};

describe('the package esl-label', () => {
  test('has what draws, one dependency, and no server', () => {
    const { dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { dependencies: object };
    expect(Object.keys(dependencies)).toEqual(['@napi-rs/canvas']);
    expect(readdirSync(own).sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'dist', 'package.json']);
    const rooms = new Set(files.map((file) => file.split('/').slice(0, 3).join('/')));
    for (const needed of [
      'dist/devices/trmnl-og.json',
      'dist/fonts/files',
      'dist/renderer/layout',
      'dist/server/fields',
    ])
      expect(rooms).toContain(needed);
    for (const other of ['page', 'http', 'labels', 'docs', 'batch', 'panel', 'oepl', 'commands'])
      expect([...rooms].filter((room) => room.endsWith(`/server/${other}`))).toEqual([]);
    const canvas = readdirSync('node_modules/@napi-rs').filter((name) => name.startsWith('canvas'));
    const bytes = canvas.reduce((sum, name) => sum + sizeOf(join('node_modules/@napi-rs', name)), sizeOf(own));
    expect(bytes).toBeLessThan(60e6);
  });

  test('draws the same label for import and require', async () => {
    const draw = `openSimulator().then((simulator) => {
      const { png } = simulator.render(${JSON.stringify(fields)});
      console.log(png.toString('base64'));
    })`;
    const expected = (await openSimulator()).render(fields).png.toString('base64');
    expect(node(`import { openSimulator } from 'esl-label'; ${draw}`, 'module').trim()).toBe(expected);
    expect(node(`const { openSimulator } = require('esl-label'); ${draw}`, 'commonjs').trim()).toBe(expected);
  });

  test('is one copy for import and require, with the names of the library', () => {
    const code = `import * as module from 'esl-label';
      import { createRequire } from 'node:module';
      const required = createRequire(import.meta.resolve('esl-label'))('esl-label');
      console.log(module.LabelError === required.LabelError, Object.keys(required).every((name) => name in module));`;
    expect(node(code, 'module').trim()).toBe('true true');
  });

  test('matches snapshots in a test of Node', () => {
    const code = `import test from 'node:test';
      import { matchLabelSnapshot } from 'esl-label/node';
      test('milk', (t) => {
        Object.defineProperty(t, 'filePath', { value: process.cwd() + '/label.test.js' });
        return matchLabelSnapshot(t, ${JSON.stringify(fields)});
      });`;
    expect(node(code, 'module')).toContain('1 baseline written: __label_snapshots__/label.test.js.labels/milk-1.png');
  });

  test('names its own examples, and what it bundles', () => {
    for (const file of files.filter((name) => name.endsWith('.ts')))
      expect(readFileSync(join(own, file), 'utf8')).not.toMatch(/from 'esl-simulator|import 'esl-simulator/);
    const notice = readFileSync(join(own, 'NOTICE'), 'utf8');
    for (const name of ['bidi-js', 'hyphen', 'jpeg-js', 'yoga-layout', 'jsbarcode', 'lean-qr'])
      expect(notice).toMatch(new RegExp(`^${name} \\d`, 'm'));
    expect(notice).not.toMatch(/swagger|preact/i);
  });
});
