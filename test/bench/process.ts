import { readFileSync } from 'node:fs';

/** Resident memory of a process in MB, and its CPU time in 1/100 s; undefined after its end. Reads /proc: Linux. */
export function look(pid: number): { resident: number; ticks: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return { resident: Math.round(Number(fields[21]) / 256), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return undefined;
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
