// Starts the slow test files first. Jest knows durations only from earlier runs; a new checkout would start with the largest files, and
// wait for a slow one at the end while a processor idles. With ORDER_SEED, all files come in a random order, the same for each seed; with
// ORDER, in the order of these names.
const { createHash } = require('node:crypto');
const { existsSync } = require('node:fs');
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that take more than 4 s, slowest first. */
const slow = [
  'page/shelf',
  'page/preview',
  'page/editor/keys',
  'page/places/controls',
  'page/places/focus',
  'http/attacks',
  'page/wall',
  'page/editor/panes',
  'webhooks/webhooks',
  'package/examples',
  'batch/faults',
  'labels/store',
  'package/pages',
  'labels/postgres/contract',
  'http/operations/stop',
  'page/typing',
  'pixels/sheets',
  'commands/cli',
  'limits',
  'labels/drawing/threads',
  'http/instances/instances',
  'fonts/faces',
  'batch/run',
  'labels/postgres/faults',
  'package/types',
  'page/editor/promotion',
  'snapshots/runners',
  'http/operations/balancer',
  'http/keys/keys',
  'page/editor/by-keyboard',
  'page/editor/direct',
  'arrange/arrange',
  'http/unread',
  'batch/batch',
  'page/small',
  'http/bodies',
  'http/operations/metrics',
  'panel/shims',
  'page/editor/by-mouse',
  'page/editor/drags',
  'trmnl/device',
  'commands/watch',
  'commands/config',
  'frame/round-trip',
  'devices/labels',
  'page/check',
  'commands/keys',
  'page/palette',
  'labels/drawing/pool',
  'compare/pairs',
  'compare/command',
  'commands/lint',
  'labels/postgres/instances',
  'http/instances/health',
  'http/events/resume',
  'package/action',
  'http/labels/updates',
  'lint/document',
  'price/separator',
  'pictures/colour',
  'commands/render',
  'compare/all',
  'fonts/bold',
];

/** Files that take more than a minute in `npm run exhaustive`, which come first there. */
const slowest = [
  'http/operations/fuzz',
  'exhaustive/http/instances/kill',
  'exhaustive/label-package',
  'http/attacks',
  'arrange/arrange',
  'exhaustive/build',
  'exhaustive/runners',
  'exhaustive/starts',
  'frame/round-trip',
  'http/operations/stop',
  'fonts/faces',
  'pixels/sheets',
];

const fileOf = (name) => path.join(__dirname, '../../dist/test', `${name}.test.js`);
const missing = [...slow, ...slowest].filter((name) => !existsSync(fileOf(name)));
if (missing.length > 0) throw new Error(`Expected existing files in ${__filename} but received ${missing.join(', ')}`);

const pathOf = (test) => path.relative(path.join(__dirname, '../../dist/test'), test.path);

/** Sorts by the hashes of seed and name, so that the place of the repository does not matter. */
function shuffled(tests, seed) {
  const keyOf = (test) =>
    createHash('sha256')
      .update(`${seed} ${pathOf(test)}`)
      .digest('hex');
  const keys = new Map(tests.map((test) => [test, keyOf(test)]));
  return [...tests].sort((a, b) => (keys.get(a) < keys.get(b) ? -1 : 1));
}

const placeIn = (order, test) => order.split(' ').indexOf(pathOf(test).replace(/\.test\.js$/, ''));

module.exports = class extends Sequencer {
  static slow = slow;

  sort(tests) {
    const { ORDER_SEED: seed, ORDER: order } = process.env;
    if (seed) return shuffled(tests, seed);
    if (order) return [...tests].sort((a, b) => placeIn(order, a) - placeIn(order, b));
    const first = [...new Set([...(process.env.EXHAUSTIVE ? slowest : []), ...slow])];
    const ranks = new Map(first.map((name, i) => [fileOf(name), i]));
    const rank = (test) => ranks.get(test.path) ?? first.length;
    // A stable sort: the others keep jest's order.
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
};
