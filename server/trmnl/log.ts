import { firmware } from './api.js';

/** The forms of `/api/log`: `logs`, and `logs_array` of firmware up to 1.5, which some servers still expect. */
export const logForms = ['logs', 'logs_array'] as const;
export type LogForm = (typeof logForms)[number];

export interface TrmnlLogEntry {
  readonly id: number;
  /** Seconds since 1970. */
  readonly at: number;
  readonly message: string;
  readonly level: 'warn' | 'error';
  /** Seconds. */
  readonly refreshRate: number;
}

const source = { line: 0, path: 'esl-sim' } as const;

/** The body of `/api/log` with one entry. */
export function logBody({ id, at, message, level, refreshRate }: TrmnlLogEntry, form: LogForm): object {
  const common = {
    wifi_status: 'connected',
    refresh_rate: refreshRate,
    special_function: 'none',
    battery_voltage: 4.1,
    free_heap_size: 200_000,
    max_alloc_size: 100_000,
  };
  if (form === 'logs')
    return {
      logs: [
        {
          ...{ created_at: at, id, message, source_line: source.line, source_path: source.path, level },
          ...{ wifi_signal: -50, sleep_duration: 0, firmware_version: firmware, wake_reason: 'timer' },
          ...common,
        },
      ],
    };
  const stamp = {
    ...{ wifi_rssi_level: -50, time_since_last_sleep_start: 0, current_fw_version: firmware, wakeup_reason: 'timer' },
    ...common,
  };
  const entry = {
    ...{ creation_timestamp: at, device_status_stamp: stamp, log_id: id, log_message: message },
    ...{ log_codeline: source.line, log_sourcefile: source.path },
    additional_info: { filename_current: '', filename_new: '', retry_attempt: 0 },
  };
  return { log: { logs_array: [entry] } };
}
