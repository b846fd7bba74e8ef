import { Command } from 'commander';
import { readText } from '../files/read-file.js';
import { DocumentedCommand } from './help.js';
import { oneLine } from '../fields/text.js';
import { type ExitCode, exitCodes, type Io } from './io.js';
import { shared } from './options.js';

interface FileResult {
  readonly file: string;
  /** Null: neither a device nor a layout. */
  readonly kind: FileKind | null;
  readonly valid: boolean;
  readonly problems: readonly string[];
}
type FileKind = 'device' | 'layout';

/** `esl-sim validate`: checks device and layout files. */
export function describeValidate(io: Io): Command {
  return new DocumentedCommand('validate')
    .summary('check device and layout files')
    .description(
      'Check device and layout files. The kind of each file is found out. Every problem is reported, one line per problem.',
    )
    .argument('<files...>', 'JSON files of devices or layouts')
    .addOption(shared.json(': the results'))
    .footer(
      ['done', 'failed', 'usage', 'invalid'],
      'esl-sim validate my-panel.json',
      'esl-sim validate --json layouts/*.json',
    )
    .action(async (files: readonly string[], { json }: { json?: boolean }) => {
      const check = await loadCheck();
      const results: FileResult[] = [];
      let end: ExitCode = exitCodes.done;
      for (const file of files) {
        try {
          const result = check(file);
          results.push(result);
          if (!json) io.stdout.write(linesOf(result));
          if (!result.valid && end === exitCodes.done) end = exitCodes.invalid;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === undefined) throw error;
          io.stderr.write(`${file}: ${(error as Error).message}\n`);
          end = exitCodes.failed;
        }
      }
      if (json) io.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
      io.end(end);
    });
}

function linesOf({ file, kind, valid, problems }: FileResult): string {
  const name = oneLine(file);
  if (valid) return `${name}: a valid ${kind!}\n`;
  return problems.map((problem) => `${name}: ${oneLine(problem)}\n`).join('');
}

/** Loads the check of a file. The check throws only file system errors. */
async function loadCheck(): Promise<(file: string) => FileResult> {
  const { DeviceError, deviceSchema, readDevice } = await import('../../devices/index.js');
  const { LayoutError, layoutSchema, readLayout } = await import('../../renderer/index.js');

  /** The kind with more matching fields. */
  function kindOf(document: unknown): FileKind | null {
    const names = typeof document === 'object' && document !== null ? Object.keys(document) : [];
    const matches = ({ properties }: { readonly properties: object }) =>
      names.filter((name) => Object.hasOwn(properties, name)).length;
    const difference = matches(deviceSchema) - matches(layoutSchema);
    return difference === 0 ? null : difference > 0 ? 'device' : 'layout';
  }

  return (file) => {
    const text = readText(file, 'json');
    let kind: FileKind | null;
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
