// Ends an older Node with one line. npm scripts and `esl-sim` run this file first; Node 10 can parse it.
var needed = [20, 15];
var found = process.versions.node.split('.').map(Number);
if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  process.stderr.write('Node ' + needed.join('.') + ' or later is needed, but this is ' + found.join('.') + '\n');
  process.exit(1);
}
