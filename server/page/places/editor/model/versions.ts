import { readStoredJson, storeJson } from '../../../browser/storage.js';

/** A version of a layout that this browser has saved or opened. The server stores the newest one only. */
export interface LayoutVersion {
  readonly version: number;
  readonly text: string;
  /** When this browser first had it. */
  readonly at: string;
}

/** UTF-16 units of the texts of all versions of a layout. Beyond it the oldest are dropped. */
const maxUnits = 400_000;

const nameOf = (id: string): string => `layout-versions:${id}`;

/** The newest first. */
export function versionsOf(id: string): readonly LayoutVersion[] {
  const stored = readStoredJson(nameOf(id));
  return Array.isArray(stored) ? (stored as readonly LayoutVersion[]) : [];
}

export function keepVersion(id: string, version: number, text: string): void {
  const before = versionsOf(id);
  if (version === 0 || before[0]?.version === version) return;
  let units = 0;
  const kept = [{ version, text, at: new Date().toISOString() }, ...before].filter((each, i) => {
    units += each.text.length;
    return i === 0 || units <= maxUnits;
  });
  storeJson(nameOf(id), kept);
}
