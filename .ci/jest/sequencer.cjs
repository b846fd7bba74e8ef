// Starts the slow test files first. Jest knows durations only from earlier runs; a new checkout would start with the largest files, and
// wait for a slow one at the end while a processor idles.
const { existsSync } = require('node:fs');
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that take more than 4 s, slowest first. */
const slow = [
  'labels/postgres/contract',
  'page/preview',
  'page/shelf',
  'page/wall',
  'labels/store',
  'package/examples',
  'batch/faults',
  'http/instances/instances',
  'fonts/faces',
  'frame/round-trip',
  'labels/drawing/threads',
  'http/operations/stop',
  'devices/labels',
  'page/editor/panes',
  'labels/postgres/faults',
  'page/typing',
  'limits',
  'pixels/sheets',
  'pixels/golden',
  'http/keys/keys',
  'compare/command',
  'frame/recordings',
  'http/unread',
  'batch/run',
  'arrange/arrange',
  'snapshots/runners',
  'trmnl/device',
  'package/readme',
  'compare/pairs',
  'commands/keys',
  'http/limit',
  'labels/postgres/instances',
  'price/separator',
  'pixels/determinism',
  'page/key',
  'page/first-sight',
  'page/editor/by-keyboard',
  'page/editor/by-mouse',
  'http/nth-call',
  'http/operations/balancer',
  'http/events/resume',
  'batch/batch',
];

const fileOf = (name) => path.join(__dirname, '../../dist/test', `${name}.test.js`);
const missing = slow.filter((name) => !existsSync(fileOf(name)));
if (missing.length > 0) throw new Error(`Expected existing files in ${__filename} but received ${missing.join(', ')}`);

module.exports = class extends Sequencer {
  sort(tests) {
    const ranks = new Map(slow.map((name, i) => [fileOf(name), i]));
    const rank = (test) => ranks.get(test.path) ?? slow.length;
    // A stable sort: the others keep jest's order.
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
};
