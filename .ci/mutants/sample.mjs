// Chooses the mutants to try.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { filesOf } from '../builds.mjs';

/** Mutants that no user could observe: `FILE "before → after" reason` in each line. */
const equivalents = 'test/equivalent-mutants.txt';
const maxShown = 160;

/** The files of the product that tests can reach when they have changed. */
export function productFiles() {
  return ['devices', 'fonts', 'renderer', 'server']
    .flatMap(filesOf)
    .filter((file) => /^(?!renderer\/png\/assembly\/).+\.tsx?$|^renderer\/layout\/documents\/[^/]+\.json$/.test(file));
}

/** At most two folders of a file's path. */
export const roomOf = (file) => file.split('/').slice(0, -1).slice(0, 2).join('/');

/** The changed lines, before and after; the changed part alone if they are long. */
export function changeOf({ start, end, text }, source) {
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const to = `${source}\n`.indexOf('\n', end);
  const show = (code) => code.replaceAll(/\s+/g, ' ').trim();
  const lines = [source.slice(from, to), source.slice(from, start) + text + source.slice(end, to)].map(show);
  const texts = lines.some(({ length }) => length > maxShown) ? [source.slice(start, end), text].map(show) : lines;
  return texts.map((each) => (each.length > maxShown ? `${each.slice(0, maxShown)}…` : each)).join(' → ');
}

/** Leaves out equivalent mutants. */
export function withoutEquivalents(mutants, list = readFileSync(equivalents, 'utf8')) {
  const lines = list.split('\n').filter((line) => line !== '' && !line.startsWith('//'));
  const unseen = new Set(lines.map((line) => /^(\S+ ".+") \S/.exec(line)?.[1] ?? `${line} (without a reason)`));
  const known = new Set(unseen);
  const files = new Set(lines.map((line) => line.split(' ')[0]));
  const rest = mutants.filter((mutant) => {
    if (!files.has(mutant.file)) return true;
    const key = `${mutant.file} "${changeOf(mutant, readFileSync(mutant.file, 'utf8'))}"`;
    unseen.delete(key);
    return !known.has(key);
  });
  if (unseen.size === 0) return rest;
  const received = [...unseen].join('\n');
  throw new Error(`${equivalents}: Expected FILE "before → after" reason, of a mutant, but received ${received}`);
}

/** Numbers from 0 to 1, the same for each seed. */
function randomFrom(seed) {
  let n = 0;
  return () => createHash('sha256').update(`${seed} ${n++}`).digest().readUInt32BE() / 2 ** 32;
}

/** Draws rooms in turn, then one of the operators in the room, then a place: common operators do not displace rare ones. */
export function sample(mutants, count, seed) {
  const random = randomFrom(seed);
  const draw = (list) => list.splice(Math.floor(random() * list.length), 1)[0];
  const rooms = groupBy(mutants, ({ file }) => roomOf(file)).map(([, list]) =>
    groupBy(list, ({ operator }) => operator).map(([, places]) => places),
  );
  const chosen = [];
  const isFree = ({ file, start, end }) =>
    chosen.every((other) => other.file !== file || other.end <= start || end <= other.start);
  let turns = [];
  while (chosen.length < count && rooms.some(({ length }) => length > 0)) {
    if (turns.length === 0) turns = rooms.filter(({ length }) => length > 0);
    const room = draw(turns);
    for (let isChosen = false; !isChosen && room.length > 0;) {
      const i = Math.floor(random() * room.length);
      const mutant = draw(room[i]);
      if (room[i].length === 0) room.splice(i, 1);
      isChosen = isFree(mutant);
      if (isChosen) chosen.push(mutant);
    }
  }
  return chosen;
}

/** Keys and their values, in the order of the first ones. */
export function groupBy(list, keyOf) {
  const groups = new Map();
  for (const each of list) {
    if (!groups.has(keyOf(each))) groups.set(keyOf(each), []);
    groups.get(keyOf(each)).push(each);
  }
  return [...groups];
}
