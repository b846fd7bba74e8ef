import type { WriteMode } from './check.js';

const modes: readonly unknown[] = ['none', 'new', 'all'] satisfies WriteMode[];

/** Whether an environment variable is set to anything but '', 0 or false. */
export function isSet(variable: string | undefined): boolean {
  return variable !== undefined && !['', '0', 'false'].includes(variable);
}

/**
 * The write mode of the runner's own snapshots. jest and vitest have the same state.
 * @throws {Error} for an unknown state
 */
export function writeModeOf(state: unknown): WriteMode {
  const mode: unknown =
    typeof state === 'object' && state !== null && '_updateSnapshot' in state && state._updateSnapshot;
  if (!modes.includes(mode)) throw new Error('Expected jest or vitest to tell whether snapshots may be written');
  return mode as WriteMode;
}
