import type { Finding } from '../../renderer/index.js';
import type { ManifestEntry } from '../batch/output/manifest.js';

/** A label that was drawn and checked. */
export type LintedRow = Extract<ManifestEntry, { file: string }> & { readonly findings: readonly Finding[] };
/** A row that could not be drawn. */
export type FailedRow = Exclude<ManifestEntry, { file: string }>;
