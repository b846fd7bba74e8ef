// Where builds are, which sources they are of, and which of them may go.
//
// `.build/<hash>/` is the product – all that runs – of the sources with this hash. It is built beside and gets its name when it is
// whole, so a build that is interrupted leaves nothing that counts, and two at once make the same thing. No later build touches it:
// a server that was started from it finds each file that it loads late. `dist/` is what is tested and packed, and what `npx esl-sim`
// runs: a copy of the product, swapped as a whole. A server must not run from there, because after a swap it would load its late
// files from the next build.
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
/** A file that says from which sources `dist/` was made. */
const stamp = '.sources.json';
/** What the product is made from: the sources, and what says how. */
const sources = ['devices', 'fonts', 'renderer', 'server', '.ci', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** The hash of what the product is made from. */
export function productHash() {
  return hashOf(sources.flatMap(filesOf));
}

/** The files that the tests are made from. */
export function testSources() {
  return filesOf('test').filter((file) => file.endsWith('.ts') && !file.includes('/node_modules/'));
}

/**
 * The files below a path, or the path itself if it is a file, with slashes on Windows, too. What editors put beside a file
 * while it is open does not count, nor do packages.
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

/** A hash of names and contents, and of the Node that builds. A checkout, which changes the times of files, does not change it. */
export function hashOf(files) {
  const hash = createHash('sha256').update(process.version);
  for (const file of files) {
    const bytes = readFileSync(file);
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 20);
}

/** Copies a file to where no folder may be yet. */
export function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

/** Copies a file that nobody writes; where the disk can, it gets a second name. */
export function link(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** A folder for something unfinished, which {@link sweep} removes when this process has ended. */
export function freshFolder(kind) {
  const folder = join(builds, `${kind}.${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Gives something that is whole its name. Whoever else was faster has made the same. */
export function settle(unfinished, name) {
  try {
    renameSync(unfinished, name);
  } catch (error) {
    if (!existsSync(name)) throw error;
    rmSync(unfinished, { recursive: true });
  }
}

/** Says that this process runs from a build, so that the build stays as long as it does. */
export function claim(name) {
  mkdirSync(builds, { recursive: true });
  writeFileSync(join(builds, `${name}.${process.pid}`), '');
}

/**
 * What `dist/` was made from.
 * @returns the hashes `product` and `tests`, and whether types were `checked`; each may be absent
 */
export function distSources() {
  const file = join(dist, stamp);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Makes a folder the new `dist/`. Between its two renames there is none, but never half of one. @param made see {@link distSources} */
export function publish(folder, made) {
  writeFileSync(join(folder, stamp), JSON.stringify(made));
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
      // Another build has put its own there meanwhile.
      if (!existsSync(dist)) throw error;
    }
  }
  rmSync(former, { recursive: true });
}

/** Removes what was left unfinished, what was packed, and builds but for one that nobody runs from. */
export function sweep(kept) {
  const used = new Set([kept]);
  const entries = readdirSync(builds).map((name) => ({ name, ...ownerOf(name) }));
  for (const { name, of, alive } of entries) {
    if (alive) used.add(of);
    else if (of) rmSync(join(builds, name), { recursive: true, force: true });
  }
  const unused = entries.filter(({ name }) => /^[0-9a-f]{20}((-unchecked)?\.tgz)?$/.test(name) && !used.has(name));
  if (unused.length === 0) return;
  // Under its name a build is whole or not there, also while it is removed.
  const former = freshFolder('former');
  for (const { name } of unused) renameSync(join(builds, name), join(former, name));
  rmSync(former, { recursive: true });
}

/** What a process has begun or claimed, and whether that process still runs. */
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
