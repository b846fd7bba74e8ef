// Starts the slow test files first. Jest knows durations only from earlier runs; a new checkout would start with the largest files, and
// wait for a slow one at the end while a processor idles.
const { existsSync } = require('node:fs');
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that take more than 4 s, slowest first. */
const slow = [
  'page/preview',
  'page/shelf',
  'labels/postgres/contract',
  'page/wall',
  'batch/faults',
  'page/editor/panes',
  'page/typing',
  'labels/postgres/faults',
  'page/editor/by-mouse',
  'labels/store',
  'limits',
  'page/editor/by-keyboard',
  'batch/run',
  'http/instances/instances',
  'package/examples',
  'compare/command',
  'fonts/faces',
  'http/attacks',
  'commands/watch',
  'package/pages',
  'snapshots/runners',
  'batch/batch',
  'http/operations/stop',
  'http/operations/balancer',
  'arrange/arrange',
  'labels/postgres/instances',
  'labels/drawing/threads',
  'labels/drawing/pool',
  'http/keys/keys',
  'commands/keys',
  'page/key',
  'commands/render',
  'http/operations/metrics',
  'pixels/sheets',
  'pixels/determinism',
  'pixels/golden',
  'http/unread',
  'http/operations/docs',
  'package/types',
  'lint/document',
  'lint/measure',
  'compare/all',
  'compare/pairs',
  'frame/round-trip',
  'frame/recordings',
  'price/separator',
  'devices/labels',
  'fonts/bold',
  'pictures/decode',
  'commands/cli',
  'commands/config',
  'package/in-ci',
  'package/notice',
  'http/bodies',
  'page/first-sight',
  'trmnl/device',
  'http/nth-call',
  'http/limit',
  'http/events/resume',
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
  'http/nth-call',
  'fonts/faces',
  'pixels/sheets',
];

const fileOf = (name) => path.join(__dirname, '../../dist/test', `${name}.test.js`);
const missing = [...slow, ...slowest].filter((name) => !existsSync(fileOf(name)));
if (missing.length > 0) throw new Error(`Expected existing files in ${__filename} but received ${missing.join(', ')}`);

module.exports = class extends Sequencer {
  sort(tests) {
    const first = [...new Set([...(process.env.EXHAUSTIVE ? slowest : []), ...slow])];
    const ranks = new Map(first.map((name, i) => [fileOf(name), i]));
    const rank = (test) => ranks.get(test.path) ?? first.length;
    // A stable sort: the others keep jest's order.
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
};
