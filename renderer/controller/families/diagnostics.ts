export type Grade = 'error' | 'warning' | 'note';

/** The diagnostics: what is wrong with a stream, or worth knowing, and its grade. */
export const diagnosticKinds = {
  'command-while-busy': ['error', 'A command comes while the panel is BUSY'],
  'command-in-deep-sleep': ['error', 'A command in deep sleep is ignored'],
  'refresh-without-power-on': ['error', 'A refresh without power-on drives nothing on a real panel'],
  'refresh-without-ram': ['error', 'The refresh shows memory that was never written: on a real panel, noise'],
  'wrong-family': ['error', 'The commands are those of another family'],
  'old-plane-not-seeded': ['warning', 'Pixels may keep their old ink: the old plane is not what the glass shows'],
  'write-past-window': ['warning', 'The data is longer than the window'],
  'write-past-ram': ['warning', 'Data goes to columns or rows that the memory does not have'],
  'window-reversed': [
    'warning',
    'The window ends before it begins; no source says what the chip does, and here it is ignored',
  ],
  'counter-not-at-start': ['warning', 'The data does not begin where the window begins: a counter was left there'],
  'data-not-whole-rows': ['warning', 'The data ends within a row'],
  'data-without-command': ['warning', 'No chip takes the data: it was not selected, or no command came before'],
  'plane-ignored': ['warning', 'A plane was written that this mode ignores'],
  'lut-not-enabled': ['warning', 'A waveform was loaded, but the one in OTP is used'],
  'polarity-differs': ['warning', 'The polarity that the init sets is that of no encoding in the profile'],
  'reset-too-short': ['warning', 'The reset pulse is too short'],
  'refresh-shows-nothing': [
    'warning',
    '0x20 drives nothing, though the memory has a new picture: bit 2 of 0x22 displays',
  ],
  'no-waveform-loaded': ['note', 'The refresh uses a loaded waveform, and none was loaded: what it drives is unknown'],
  'three-ink-mode': ['warning', 'The mode for a third ink is set on a panel without one'],
  'window-not-written': ['note', 'The window is refreshed, but no data came since the refresh before'],
  'ink-code-undefined': ['warning', 'No ink has the code: what a real panel shows is unknown'],
  'grey-order-differs': [
    'warning',
    'The loaded waveform makes other greys than the header of the trace says, which are shown',
  ],
  'busy-level-wrong': [
    'warning',
    'The host polls BUSY again and again though the panel is idle: it waits for the other level',
  ],
  'header-differs': ['warning', 'The header of the trace and the chosen profile describe different panels'],
  'host-stopped': ['warning', 'The host stopped in the middle: the glass keeps its last picture'],
  'too-many-partials': ['note', 'Makers advise a full refresh after several partial ones'],
  'refresh-beyond-window': [
    'note',
    'The refresh shows changes outside the window, too: SSD16xx always shows the whole memory',
  ],
  'no-such-command': ['note', 'No source describes the command: it has no effect here'],
  'grey-order-assumed': [
    'note',
    'No waveform is loaded, and no source states which code is which grey: their order is assumed',
  ],
  'chip-assumed': ['note', 'The chip is assumed from the inks and the commands'],
  'placement-assumed': ['note', 'The picture is taken to begin where a window of its width begins'],
  'unknown-event': ['note', 'Events of unknown kinds are ignored'],
} as const satisfies Readonly<Record<string, readonly [Grade, string]>>;

export type DiagnosticCode = keyof typeof diagnosticKinds;

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
  /** How often it happened. Only the first time is described. */
  count: number;
}

export interface Observation {
  readonly expected: string;
  readonly received: string;
  readonly register?: number;
  /** A lower grade, where the emulator can't be sure. */
  readonly grade?: Grade;
}

export type ReportDiagnostic = (code: DiagnosticCode, observation: Observation) => void;

/** `0x` and two digits. */
export const hex = (byte: number): string => `0x${byte.toString(16).padStart(2, '0')}`;

/** Collects diagnostics. A code is reported once for each register and counted after that, so that memory is bounded. */
export function createDiagnostics(step: () => number): {
  readonly report: ReportDiagnostic;
  readonly list: readonly Diagnostic[];
} {
  const list: Diagnostic[] = [];
  return {
    list,
    report(code, { expected, received, register: byte, grade = diagnosticKinds[code][0] }) {
      const register = byte === undefined ? null : hex(byte);
      const before = list.find((each) => each.code === code && each.register === register && each.grade === grade);
      const [, message] = diagnosticKinds[code];
      if (before) before.count++;
      else list.push({ code, grade, step: step(), message, expected, received, register, count: 1 });
    },
  };
}

export const diagnosticLine = ({ code, grade, step, message, expected, received, count }: Diagnostic): string =>
  `${grade}\tstep ${step}${count > 1 ? ` (${count} times)` : ''}\t${code}: ${message}. Expected ${expected}; received ${received}`;
