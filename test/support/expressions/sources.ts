import { readdirSync } from 'node:fs';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SyntaxKind, type Node, type SourceFile } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

/** A regular expression in the sources, and its place as `file:line`. */
export interface SourceExpression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** The sources: each expression, and each file that makes expressions with `new RegExp`. */
export interface SourceExpressions {
  readonly literals: readonly SourceExpression[];
  readonly makers: readonly string[];
}

/** Reads all regular expressions and `pattern`s of schemas in these folders from the syntax trees of their files. */
export function expressionsIn(folders: readonly string[]): SourceExpressions {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
      .map((name) => join(folder, name)),
  );
  const project = mkdtempSync(join(tmpdir(), 'esl-'));
  const config = join(project, 'tsconfig.json');
  const options = { compilerOptions: { noResolve: true, noLib: true, jsx: 'preserve', types: [] } };
  writeFileSync(config, JSON.stringify({ ...options, files: files.map((file) => resolve(file)) }));
  const api = new API({ cwd: project });
  try {
    const { program } = api.updateSnapshot({ openProjects: [config] }).getProjects()[0]!;
    const literals: SourceExpression[] = [];
    const makers = new Set<string>();
    for (const file of files) {
      const source = program.getSourceFile(resolve(file));
      if (!source) throw new Error(`${file} is not in the project`);
      visit(source, source, file, { literals, makers });
    }
    return { literals, makers: [...makers] };
  } finally {
    api.close();
    rmSync(project, { recursive: true });
  }
}

interface Found {
  readonly literals: SourceExpression[];
  readonly makers: Set<string>;
}

function visit(node: Node, source: SourceFile, file: string, found: Found): void {
  const place = () => `${file}:${source.text.slice(0, node.getStart(source)).split('\n').length}`;
  if (node.kind === SyntaxKind.RegularExpressionLiteral) {
    const { text } = node as Node & { readonly text: string };
    const end = text.lastIndexOf('/');
    found.literals.push({ place: place(), source: text.slice(1, end), flags: text.slice(end + 1) });
  }
  const text = () => node.getText(source);
  if (node.kind === SyntaxKind.NewExpression && /^new RegExp\b/.test(text())) found.makers.add(file);
  if (node.kind === SyntaxKind.PropertyAssignment) {
    const [, pattern] = /^pattern: '((?:[^'\\]|\\.)*)'$/.exec(text()) ?? [];
    if (pattern !== undefined)
      found.literals.push({ place: place(), source: pattern.replaceAll(/\\(.)/g, '$1'), flags: 'u' });
  }
  node.forEachChild((child) => {
    visit(child, source, file, found);
    return undefined;
  });
}
