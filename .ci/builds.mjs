// The folders of builds, their sources, and their removal.
//
// `.build/<hash>/` is the product of the sources with this hash. It is built in a temporary folder and renamed when it is complete,
// so interrupted and concurrent builds do no harm. Later builds never change it: a server that runs from it can still load files.
// `dist/` is tested, packed and run by `npx esl-sim`: a copy of the product, replaced as a whole. A server must not run from there:
// after a replacement it would load files of the next build.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

export const builds = '.build';
const dist = 'dist';
/** TypeScript projects, in the order in which they are checked: the page imports the server's types from the declarations. */
export const projects = ['.', 'server/page'];
/** The file in `dist/` with the hashes of its sources. */
const stamp = '.sources.json';
/** All inputs of the product. */
const sources = ['devices', 'fonts', 'renderer', 'server', '.ci', 'package.json', 'package-lock.json', 'tsconfig.json'];

export function productHash() {
  return hashOf(sources.flatMap(filesOf));
}

/** The functions that each test file calls, from the second random order of `npm run exhaustive`. Another product has other places. */
export function callsFolder() {
  return `${builds}/calls/${productHash()}`;
}

export function testSources() {
  return filesOf('test').filter((file) => file.endsWith('.ts') && !file.includes('/node_modules/'));
}

/**
 * The files below a path, or the path itself if it is a file, with slashes on Windows too. Skips packages and temporary files
 * of editors.
 */
export function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !/^\.|~$|^node_modules$/.test(name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesOf(`${path}/${entry.name}`) : entry.isFile() ? `${path}/${entry.name}` : [],
    )
    .sort();
}

/** A hash of names, contents and the version of Node. Times of files do not count, as a checkout changes them. */
export function hashOf(files) {
  const hash = createHash('sha256').update(process.version);
  for (const file of files) {
    const bytes = readFileSync(file);
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 20);
}

/** Copies a file and creates missing folders. */
export function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

/** Writes a text and creates missing folders. */
export function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** {@link copy} for files that never change: a hard link where possible. */
export function link(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** A temporary folder. {@link sweep} removes it after the end of this process. */
export function freshFolder(kind) {
  const folder = join(builds, `${kind}.${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Renames a complete build. If another process was faster, its build is the same. */
export function settle(unfinished, name) {
  try {
    renameSync(unfinished, name);
  } catch (error) {
    if (!existsSync(name)) throw error;
    rmSync(unfinished, { recursive: true });
  }
}

/** Protects a build from {@link sweep} while this process runs. */
export function claim(name) {
  mkdirSync(builds, { recursive: true });
  writeFileSync(join(builds, `${name}.${process.pid}`), '');
}

/** The sources of `dist/`: the hashes `product` and `tests`. Each may be absent. */
export function distSources() {
  const file = join(dist, stamp);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Replaces `dist/` by a folder. Between the two renames it is missing, but never incomplete. @param hashes see {@link distSources} */
export function publish(folder, hashes) {
  writeFileSync(join(folder, stamp), JSON.stringify(hashes));
  const former = freshFolder('former');
  for (;;) {
    try {
      renameSync(dist, join(former, String(readdirSync(former).length)));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    try {
      renameSync(folder, dist);
      break;
    } catch (error) {
      // Another build has published in the meantime.
      if (!existsSync(dist)) throw error;
    }
  }
  rmSync(former, { recursive: true });
}

/** Removes temporary folders of ended processes, packed files, and unused builds apart from `current`. */
export function sweep(current) {
  const used = new Set([current]);
  const entries = readdirSync(builds).map((name) => ({ name, ...ownerOf(name) }));
  for (const { name, of, alive } of entries) {
    if (alive) used.add(of);
    else if (of) rmSync(join(builds, name), { recursive: true, force: true });
  }
  const unused = entries.filter(({ name }) => /^[0-9a-f]{20}(\.tgz)?$/.test(name) && !used.has(name));
  if (unused.length === 0) return;
  // Rename first: a build with its name must be complete.
  const former = freshFolder('former');
  for (const { name } of unused) renameSync(join(builds, name), join(former, name));
  rmSync(former, { recursive: true });
}

/** The build of a temporary folder or claim, and whether its process is alive. */
function ownerOf(name) {
  const [, of, pid] = /^(.+)\.(\d+)$/.exec(name) ?? [];
  if (!of) return {};
  try {
    process.kill(Number(pid), 0);
    return { of, alive: true };
  } catch (error) {
    return { of, alive: error.code === 'EPERM' };
  }
}
