import { nearest } from '../../renderer/index.js';
import { variables } from '../config.js';

/**
 * Finds variables with similar names to those that the server reads, and the names that were probably meant: at most a third of
 * the letters differ, and the lengths by at most one. So it skips PGHOST and DB_PORT, which other programs read.
 */
export function misspeltVariables(
  env: Readonly<Record<string, string | undefined>>,
): readonly { readonly name: string; readonly meant: string }[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const meant = nearest(name, variables);
    // Windows ignores case in names: it reads `Port` as PORT.
    if (meant === undefined || env[meant] === value || name === meant) return [];
    return Math.abs(lettersOf(name) - lettersOf(meant)) <= 1 ? [{ name, meant }] : [];
  });
}

function lettersOf(name: string): number {
  return name.replaceAll('_', '').length;
}
