const { default: Sequencer } = require('@jest/test-sequencer');

/** The tests that take longest, shortest first. Jest knows of others only how long their files are. */
const longest = [
  'pixels/determinism',
  'pixels/sheets',
  'http/attacks',
  'package/container',
  'http/kill',
  'http/instances/kill',
  'package/types',
  'http/limit',
  'page/page',
  'batch/faults',
  'arrange/arrange',
  'limits',
  'fonts/faces',
  'package/build',
];

/** Begins with the tests that take longest, so that none of them runs alone at the end. */
module.exports = class extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => longest.findIndex((name) => path.endsWith(`${name}.test.js`));
    return super.sort(tests).toSorted((a, b) => rank(b) - rank(a));
  }
};
