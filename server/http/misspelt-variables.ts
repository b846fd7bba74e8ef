import { nearest } from '../../renderer/index.js';
import { variables } from '../config.js';

/** A variable that the server does not read, and the one that was probably meant. */
interface Misspelt {
  readonly name: string;
  readonly meant: string;
}

/**
 * The variables that are probably meant for this server, but that it does not read: at most a third of the letters are
 * wrong, and at most one is missing or too many. PGHOST and DB_PORT, which are set for others, differ by more.
 */
export function misspeltVariables(env: Readonly<Record<string, string | undefined>>): readonly Misspelt[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const meant = nearest(name, variables);
    // Windows finds a variable in any case, so there the value of `Port` is read as that of PORT.
    if (meant === undefined || env[meant] === value || name === meant) return [];
    return Math.abs(lettersOf(name) - lettersOf(meant)) <= 1 ? [{ name, meant }] : [];
  });
}

function lettersOf(name: string): number {
  return name.replaceAll('_', '').length;
}
