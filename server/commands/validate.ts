import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { lesson } from './help.js';
import { type ExitCode, exitCodes, type Io } from './io.js';
import { shared } from './options.js';

/** The result for a file. */
interface Finding {
  readonly file: string;
  /** Null when it is neither a device nor a layout. */
  readonly kind: Kind | null;
  readonly valid: boolean;
  readonly problems: readonly string[];
}
type Kind = 'device' | 'layout';

/** `esl-sim validate`: checks device and layout files. */
export function describeValidate(io: Io): Command {
  return new Command('validate')
    .summary('check device and layout files')
    .description(
      'Check device and layout files. The kind of each file is found out. Every problem is reported, one line per problem.',
    )
    .argument('<files...>', 'JSON files of devices or layouts')
    .addOption(shared.json(': the results'))
    .addHelpText(
      'after',
      lesson(
        ['esl-sim validate my-panel.json', 'esl-sim validate --json layouts/*.json'],
        ['done', 'failed', 'usage', 'invalid'],
      ),
    )
    .action(async (files: readonly string[], { json }: { json?: boolean }) => {
      const check = await loadCheck();
      const findings: Finding[] = [];
      let end: ExitCode = exitCodes.done;
      for (const file of files) {
        try {
          const finding = check(file);
          findings.push(finding);
          if (!json) io.stdout.write(linesOf(finding));
          if (!finding.valid && end === exitCodes.done) end = exitCodes.invalid;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === undefined) throw error;
          io.stderr.write(`${file}: ${(error as Error).message}\n`);
          end = exitCodes.failed;
        }
      }
      if (json) io.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
      io.end(end);
    });
}

function linesOf({ file, kind, valid, problems }: Finding): string {
  if (valid) return `${file}: a valid ${kind!}\n`;
  return problems.map((problem) => `${file}: ${problem}\n`).join('');
}

/** Loads the function that checks one file. It throws only what the file system throws. */
async function loadCheck(): Promise<(file: string) => Finding> {
  const { DeviceError, deviceSchema, readDevice } = await import('../../devices/index.js');
  const { LayoutError, layoutSchema, readLayout } = await import('../../renderer/index.js');

  /** The kind with which the document shares more fields. */
  function kindOf(document: unknown): Kind | null {
    const names = typeof document === 'object' && document !== null ? Object.keys(document) : [];
    const known = ({ properties }: { readonly properties: object }) =>
      names.filter((name) => Object.hasOwn(properties, name)).length;
    const [ofDevice, ofLayout] = [known(deviceSchema), known(layoutSchema)];
    return ofDevice === ofLayout ? null : ofDevice > ofLayout ? 'device' : 'layout';
  }

  return (file) => {
    const text = readFileSync(file, 'utf8');
    let kind: Kind | null;
    try {
      kind = kindOf(JSON.parse(text));
    } catch (error) {
      const problem = `Expected JSON for the file but received: ${(error as Error).message}`;
      return { file, kind: null, valid: false, problems: [problem] };
    }
    if (!kind) {
      const problem = 'Expected the fields of a device (inks, width, …) or of a layout (root, …) but received others';
      return { file, kind, valid: false, problems: [problem] };
    }
    try {
      (kind === 'device' ? readDevice : readLayout)(file);
      return { file, kind, valid: true, problems: [] };
    } catch (error) {
      if (error instanceof DeviceError || error instanceof LayoutError)
        return { file, kind, valid: false, problems: error.problems };
      throw error;
    }
  };
}
