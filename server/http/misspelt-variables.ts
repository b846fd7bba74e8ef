import { nearest } from '../../renderer/index.js';
import { variables } from '../config.js';

/** A variable that the server does not read, and the name that was probably meant. */
interface Misspelt {
  readonly name: string;
  readonly meant: string;
}

/**
 * Finds variables whose names are nearly those of variables that the server reads: at most a third of the letters differ, and
 * the lengths by at most one. So PGHOST and DB_PORT, which other programs read, are not taken for HOST and PORT.
 */
export function misspeltVariables(env: Readonly<Record<string, string | undefined>>): readonly Misspelt[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const meant = nearest(name, variables);
    // Windows ignores case in names, so there `Port` is read as PORT.
    if (meant === undefined || env[meant] === value || name === meant) return [];
    return Math.abs(lettersOf(name) - lettersOf(meant)) <= 1 ? [{ name, meant }] : [];
  });
}

function lettersOf(name: string): number {
  return name.replaceAll('_', '').length;
}
