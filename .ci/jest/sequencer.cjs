// Starts the files that use browsers and processes first: jest knows durations only from earlier runs, and a new checkout would wait
// for a slow file at the end while a processor idles. With ORDER_SEED, all files come in a random order, the same for each seed; with
// ORDER, in the order of these names.
const { createHash } = require('node:crypto');
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Those that take longest first, the longer ones of `npm run exhaustive` among them. */
const slowest = [
  /^(page\/|http\/(attacks|operations\/fuzz)|exhaustive\/|arrange\/arrange|frame\/round-trip|fonts\/faces|pixels\/sheets)/,
  /^((batch|commands|http|labels|package|panel|snapshots|vendors|webhooks)\/|expressions|limits)/,
];

const nameOf = (test) => path.relative(path.join(__dirname, '../../dist/test'), test.path).replaceAll('\\', '/');

module.exports = class extends Sequencer {
  static isSlow = (name) => slowest[0].test(name);

  sort(tests) {
    const { ORDER_SEED: seed, ORDER: order } = process.env;
    const rankOf = (test) => {
      if (order) return order.split(' ').indexOf(nameOf(test).replace('.test.js', ''));
      // The hash of a name, so that the place of the repository does not matter.
      if (seed)
        return createHash('sha256')
          .update(`${seed} ${nameOf(test)}`)
          .digest('hex');
      const rank = slowest.findIndex((names) => names.test(nameOf(test)));
      return rank < 0 ? slowest.length : rank;
    };
    const ranks = new Map(tests.map((test) => [test, rankOf(test)]));
    // A stable sort: files of a rank keep jest's order.
    return [...(seed || order ? tests : super.sort(tests))].sort((a, b) =>
      ranks.get(a) === ranks.get(b) ? 0 : ranks.get(a) < ranks.get(b) ? -1 : 1,
    );
  }
};
