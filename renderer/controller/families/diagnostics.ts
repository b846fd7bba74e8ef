export type Grade = 'error' | 'warning' | 'note';

/** What is wrong with a stream, or worth knowing. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly grade: Grade;
  /** The event at which it happened: its line in the trace after the header, from 1. */
  readonly step: number;
  readonly message: string;
  readonly expected: string;
  readonly received: string;
  /** The register that decides, such as "0x44". */
  readonly register: string | null;
  /** How often it happened, if more than once. Only the first time is described. */
  count: number;
}

/** The diagnostics, by grade. */
export const diagnosticGrades = {
  'command-while-busy': 'error',
  'command-in-deep-sleep': 'error',
  'refresh-without-power-on': 'error',
  'refresh-without-ram': 'error',
  'wrong-family': 'error',
  'old-plane-not-seeded': 'warning',
  'write-past-window': 'warning',
  'write-past-ram': 'warning',
  'counter-not-at-start': 'warning',
  'data-not-whole-rows': 'warning',
  'plane-ignored': 'warning',
  'lut-not-enabled': 'warning',
  'polarity-differs': 'warning',
  'reset-too-short': 'warning',
  'too-many-partials': 'warning',
  'refresh-shows-nothing': 'warning',
  'refresh-beyond-window': 'note',
  'no-such-command': 'note',
  'grey-order-assumed': 'note',
  'chip-assumed': 'note',
  'placement-assumed': 'note',
  'unknown-event': 'note',
  'host-stopped': 'warning',
} as const satisfies Readonly<Record<string, Grade>>;

export type DiagnosticCode = keyof typeof diagnosticGrades;

export interface Observation {
  readonly message: string;
  readonly expected: string;
  readonly received: string;
  readonly register?: number;
  /** A lower grade, where the emulator can't be sure. */
  readonly grade?: Grade;
}

export type ReportDiagnostic = (code: DiagnosticCode, finding: Observation) => void;

/** `0x` and two digits. */
export const hex = (byte: number): string => `0x${byte.toString(16).padStart(2, '0')}`;

/** Collects diagnostics. A code is reported once for each register and counted after that, so that memory is bounded. */
export function createDiagnostics(step: () => number): {
  readonly report: ReportDiagnostic;
  readonly list: readonly Diagnostic[];
} {
  const list: Diagnostic[] = [];
  const known = new Map<string, Diagnostic>();
  return {
    list,
    report(code, { message, expected, received, register, grade = diagnosticGrades[code] }) {
      const key = `${code} ${register ?? ''} ${grade}`;
      const before = known.get(key);
      if (before) {
        before.count++;
        return;
      }
      const at = register === undefined ? null : hex(register);
      const found = { code, grade, step: step(), message, expected, received, register: at, count: 1 };
      known.set(key, found);
      list.push(found);
    },
  };
}
