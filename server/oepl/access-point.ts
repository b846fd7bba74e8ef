import { byteOf } from './settings.js';

/** Numeric settings with their defaults. Clients can read and change them; they have no effect. */
const numbers = {
  channel: 0,
  subghzchannel: 0,
  led: 255,
  tft: 255,
  language: 0,
  maxsleep: 10,
  stopsleep: 1,
  preview: 1,
  nightlyreboot: 0,
  lock: 0,
  wifipower: 34,
  sleeptime1: 0,
  sleeptime2: 0,
  ble: 0,
  discovery: 0,
  showtimestamp: 0,
} as const;
/** Text settings with their maximum lengths. */
const texts = { alias: 31, timezone: 51, repo: 64, env: 64 } as const;

/** The hardware name that Home Assistant shows. */
const environment = 'ESL_simulator';
/** Values that a simulator makes up: memory in bytes, and the strength of a radio in dBm. */
const made = { heap: 200_000, psram: 8_388_608, flash: 16_777_216, free: 4_000_000, rssi: -50 } as const;
/** Bytes of a tag in the database of an access point. */
const tagBytes = 200;
/** Codes of the firmware: radio online, contents generated, network connected. */
const states = { online: 1, running: 2, connected: 3 } as const;

/** Fields of `/sysinfo` that never change. */
const systemInfo = {
  env: environment,
  sha: '0',
  psramsize: made.psram,
  flashsize: made.flash,
  rollback: false,
  ap_version: 0,
  hasC6: 0,
  hasH2: 0,
  hasTslr: 0,
  hasFlasher: 0,
} as const;
/** Fields of `/get_ap_config` that no client can change. */
const features = {
  C6: '0',
  H2: '0',
  TLSR: '0',
  savespace: '0',
  hasFlasher: '0',
  hasBLE: '0',
  hasSubGhz: '0',
  apstate: String(states.online),
} as const;

/** The access point itself. */
export type AccessPoint = ReturnType<typeof createAccessPoint>;

export function createAccessPoint(version: string, clock: () => Date) {
  const started = clock().getTime();
  let tags = 0;
  /** Milliseconds by which a client has set the clock forward. */
  let offset = 0;
  let config: Readonly<Record<string, string | number>> = {
    ...numbers,
    alias: 'ESL simulator',
    timezone: 'UTC0',
    repo: 'OpenEPaperLink/OpenEPaperLink',
    env: environment,
  };
  return {
    /** `/sysinfo` */
    info: () => ({
      ...systemInfo,
      alias: config.alias,
      buildtime: Math.floor(started / 1000).toString(),
      buildversion: version,
    }),
    /** `/get_ap_config` */
    config: () => ({ ...features, ...config }),
    /** Changes the settings that `value` returns. */
    change(value: (name: string) => string | undefined): void {
      config = { ...config, ...settingsIn(value) };
    },
    counted(count: number): void {
      tags = count;
    },
    /** Sets the clock that clients see. @param epoch seconds since 1970 */
    setTime(epoch: number): void {
      offset = epoch * 1000 - clock().getTime();
    },
    /** The variables of templates that an access point sets. Times are UTC. */
    variables(): Readonly<Record<string, string>> {
      const [date = '', time = ''] = new Date(clock().getTime() + offset).toISOString().split(/[T.]/);
      return {
        ap_date: date,
        ap_time: time,
        ap_ip: '127.0.0.1',
        ap_ch: String(config.channel),
        ap_tagcount: `${tags} / ${tags}`,
      };
    },
    /** The message `sys` of `/ws`. */
    state: () => stateAt(clock().getTime(), offset, started, tags),
  };
}

function settingsIn(value: (name: string) => string | undefined): Readonly<Record<string, string | number>> {
  const changed: Record<string, string | number> = {};
  for (const name of [...Object.keys(texts), ...Object.keys(numbers)]) {
    const text = value(name);
    if (text !== undefined)
      changed[name] = name in texts ? text.slice(0, texts[name as keyof typeof texts]) : byteOf(text);
  }
  return changed;
}

function stateAt(now: number, offset: number, started: number, tags: number) {
  return {
    currtime: Math.floor((now + offset) / 1000),
    heap: made.heap,
    recordcount: tags,
    dbsize: tags * tagBytes,
    littlefsfree: made.free,
    psfree: made.psram,
    apstate: states.online,
    runstate: states.running,
    rssi: made.rssi,
    wifistatus: states.connected,
    wifissid: 'ESL simulator',
    uptime: Math.floor((now - started) / 1000),
    lowbattcount: 0,
    timeoutcount: 0,
  };
}
