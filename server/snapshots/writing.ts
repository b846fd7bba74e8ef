import type { Writing } from './check.js';

const modes: readonly unknown[] = ['none', 'new', 'all'] satisfies Writing[];

/** Whether a variable of the environment says yes: `CI=false` does not. */
export function isSet(variable: string | undefined): boolean {
  return variable !== undefined && !['', '0', 'false'].includes(variable);
}

/**
 * Whether baselines may be written, by the state of the runner's own snapshots: jest and vitest alike.
 * @throws {Error} for a state that does not tell
 */
export function writingOf(state: unknown): Writing {
  const mode: unknown =
    typeof state === 'object' && state !== null && '_updateSnapshot' in state && state._updateSnapshot;
  if (!modes.includes(mode)) throw new Error('Expected jest or vitest to tell whether snapshots may be written');
  return mode as Writing;
}
