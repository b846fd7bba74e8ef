// Ends an older Node with one line. Node 10 can read this file: npm runs it before a script, and `esl-sim` begins with it.
var needed = [20, 15];
var found = process.versions.node.split('.').map(Number);
if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  process.stderr.write('Node ' + needed.join('.') + ' or later is needed, but this is ' + found.join('.') + '\n');
  process.exit(1);
}
