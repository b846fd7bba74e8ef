// What the steps of action.yml run: compare, then tell, then end. Reads the environment that action.yml sets, and GitHub's own
// (docs.github.com/en/actions/reference/workflows-and-actions/variables). Needs Node 20 and bash; to tell also gh and git, which GitHub's runners have.
import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { env } = process;
const temporary = env.RUNNER_TEMP ?? tmpdir();
/** GitHub takes comments of 65,536 characters, and summaries of 1 MiB. */
const longest = 60_000;
/** Exit codes of esl-sim after which there is a report: done, invalid data, images differ. */
const reported = [0, 65, 66];

const steps = { compare, tell, end };
try {
  const step = steps[process.argv[2]];
  if (!step) throw new Error(`Expected compare, tell or end but received ${process.argv[2]}`);
  step();
} catch (error) {
  command('error', error.message);
  process.exitCode = 1;
}

/** Compares, and leaves the report, the results as JSON and of two folders a JUnit report in a folder. */
function compare() {
  const { EXPECTED: expected, ACTUAL: actual, SNAPSHOTS: snapshots } = env;
  if (!expected !== !actual)
    throw new Error('Expected both of the inputs expected and actual, or neither, but received one');
  const folder = mkdtempSync(join(temporary, 'labels-'));
  const report = join(folder, 'report.html');
  const args = expected
    ? ['compare', expected, actual, '--junit', join(folder, 'junit.xml')]
    : ['snapshots', snapshots];
  // The command may consist of several words, such as `npx esl-sim`; the arguments are passed unchanged.
  const words = ['-c', `${env.COMMAND} "$@"`, 'esl-sim', ...args, '--report', report, '--json'];
  const { status, stdout } = spawnSync('bash', words, { maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'inherit'] });
  if (!reported.includes(status)) throw new Error(`esl-sim ended with ${status}: what it wrote stands above`);
  const printed = JSON.parse(stdout.toString());
  const results = (Array.isArray(printed) ? printed : printed.differing).filter(({ outcome }) => outcome !== 'same');
  writeFileSync(join(folder, 'results.json'), JSON.stringify(results));
  const outputs = { folder, report, differing: results.length };
  for (const [name, value] of Object.entries(outputs)) appendFileSync(env.GITHUB_OUTPUT, `${name}=${value}\n`);
}

/** Writes a table into the summary of the job, and as a comment on the pull request. */
function tell() {
  if (!/^\d{1,4}$/.test(env.MOST)) throw new Error(`Expected 0 to 9999 for the input most but received "${env.MOST}"`);
  const results = JSON.parse(readFileSync(join(env.FOLDER, 'results.json'), 'utf8'));
  const shown = results.slice(0, Number(env.MOST));
  const addresses = env.PICTURES_BRANCH ? attempt('push pictures', 'contents', () => pushPictures(shown)) : undefined;
  const text = table(results, shown, addresses);
  appendFileSync(env.GITHUB_STEP_SUMMARY, text);
  const { pull_request: pull } = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8'));
  if (env.COMMENT === 'true' && pull)
    attempt('comment', 'pull-requests', () => comment(pull.number, text, results.length));
}

/** Fails with the number of labels that are not the same. */
function end() {
  const { DIFFERING: differing, FAIL: isToFail } = env;
  if (differing !== '0' && isToFail === 'true') throw new Error(amount(Number(differing)));
}

/** Does something for which the token may lack the right. The comparison is reported anyway. Returns undefined if it failed. */
function attempt(what, permission, action) {
  try {
    return action();
  } catch (error) {
    const right = `it needs the permission "${permission}: write", which pull requests from forks do not have`;
    command('warning', `Could not ${what}: ${error.message}; ${right}`);
    return undefined;
  }
}

/** @param addresses the pictures of each shown label; undefined: the table has none */
function table(results, shown, addresses) {
  const report = env.ARTIFACT_URL
    ? `The report is in the artifact [${marked(env.ARTIFACT)}](${env.ARTIFACT_URL}).`
    : '';
  if (results.length === 0) return `### Labels\n\n${amount(0)}. ${report}\n`;
  const head = addresses ? ['Label', 'Before', 'After', 'What changed'] : ['Label', 'What changed'];
  let text = `### Labels\n\n${amount(results.length)}. ${report}\n\n${row(head)}${row(head.map(() => '---'))}`;
  let rows = 0;
  for (const result of shown) {
    const pictures = addresses?.[rows].map((address) => (address ? `<img src="${address}" alt="">` : ''));
    const next = row([
      `<code>${marked(result.name)}</code>`,
      ...(pictures ?? []),
      wordsOf(result).map(marked).join('<br>'),
    ]);
    if (text.length + next.length > longest) break;
    text += next;
    rows++;
  }
  return results.length > rows ? `${text}\n${results.length - rows} more are in the report.\n` : text;
}

function row(cells) {
  return `| ${cells.join(' | ')} |\n`;
}

function amount(count) {
  return count === 0 ? 'All labels are the same' : `${count} ${count === 1 ? 'label is' : 'labels are'} not the same`;
}

function wordsOf({ outcome, difference, message }) {
  const others = { missing: 'There is no actual label', extra: 'There is no expected label', broken: message };
  return difference ? difference.words : [others[outcome]];
}

/** Text that Markdown shows literally, without markup, mentions or references. */
function marked(text) {
  return text.replace(/[^\p{L}\p{N} ]/gu, (sign) => `&#${sign.codePointAt(0)};${/[@#]/.test(sign) ? '&#8203;' : ''}`);
}

/** Changes the comment of an earlier run, or writes one if there is something to tell. */
function comment(pull, text, differing) {
  // A comment of HTML may not have two hyphens in it.
  const use = `${env.GITHUB_WORKFLOW} ${env.GITHUB_JOB} ${env.ARTIFACT}`.replace(/[^\w ]/g, '.');
  const mark = `<!-- esl-sim ${use} -->`;
  const repository = `repos/${env.GITHUB_REPOSITORY}`;
  const find = `.[] | select(.user.type == "Bot" and (.body | startswith(${JSON.stringify(mark)}))) | .id`;
  const [known] = run('gh', ['api', '--paginate', `${repository}/issues/${pull}/comments`, '--jq', find]).split('\n');
  if (!known && differing === 0) return;
  const file = join(mkdtempSync(join(temporary, 'comment-')), 'comment.md');
  writeFileSync(file, `${mark}\n${text}`);
  const place = known
    ? ['PATCH', `${repository}/issues/comments/${known}`]
    : ['POST', `${repository}/issues/${pull}/comments`];
  run('gh', ['api', '--silent', '--method', ...place, '--field', `body=@${file}`]);
}

/**
 * Commits pictures of labels to a branch, beside those of earlier runs and without touching the checkout.
 * @returns of each label the addresses of the expected and the actual picture; null for one that it does not have
 */
function pushPictures(results) {
  const ref = `refs/heads/${env.PICTURES_BRANCH}`;
  const home = `${env.GITHUB_RUN_ID}-${env.GITHUB_RUN_ATTEMPT}-${env.GITHUB_JOB}-${env.ARTIFACT}`.replace(
    /[^\w.-]/g,
    '-',
  );
  const folder = mkdtempSync(join(temporary, 'pictures-'));
  const names = results.map(({ outcome, expected, actual }, i) =>
    [outcome === 'extra' ? null : expected, outcome === 'missing' ? null : actual].map((path, side) => {
      if (path === null || outcome === 'broken') return null;
      const name = `${i + 1}-${side === 0 ? 'expected' : 'actual'}.png`;
      copyFileSync(path, join(folder, name));
      return name;
    }),
  );
  const files = names.flat().filter((name) => name !== null);
  if (files.length === 0) return names;
  // Filters, such as that of large files, would keep something else than the picture.
  const objects = run('git', ['hash-object', '-w', '--no-filters', ...files.map((name) => join(folder, name))]).split(
    '\n',
  );
  const entries = files.map((name, i) => `100644 ${objects[i]}\t${home}/${name}\n`).join('');
  // Another job may push at the same time.
  for (let tries = 3; ; tries--) {
    try {
      const commit = push(ref, entries, join(folder, 'index'));
      const base = `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/raw/${commit}/${home}`;
      return names.map((both) => both.map((name) => name && `${base}/${name}`));
    } catch (error) {
      if (tries === 1) throw error;
    }
  }
}

/** Adds entries of the form of `git update-index --index-info` to the branch, and returns the commit. */
function push(ref, entries, index) {
  const name = 'github-actions[bot]';
  const email = '41898282+github-actions[bot]@users.noreply.github.com';
  const own = {
    GIT_INDEX_FILE: index,
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  };
  const git = (args, input = '') => run('git', args, input, own);
  rmSync(index, { force: true });
  const parent = git(['ls-remote', 'origin', ref]).split('\t')[0];
  if (parent) {
    git(['fetch', '--quiet', '--depth=1', 'origin', ref]);
    git(['read-tree', parent]);
  }
  git(['update-index', '--index-info'], entries);
  const parents = parent ? ['-p', parent] : [];
  const commit = git(['commit-tree', git(['write-tree']), ...parents, '-m', 'Add pictures of labels']);
  git(['push', '--quiet', 'origin', `${commit}:${ref}`]);
  return commit;
}

/** What a program writes. @throws with what it complains of */
function run(program, args, input = '', own = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    input,
    encoding: 'utf8',
    env: { ...env, ...own },
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args[0]}: ${stderr.trim()}`);
  return stdout.trim();
}

/** A workflow command: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands. */
function command(name, message) {
  const safe = message.replace(
    /[%\r\n]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  console.log(`::${name}::${safe}`);
}
