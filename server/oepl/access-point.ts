import { byteOf } from './settings.js';

/** Settings of the access point that are numbers, and what they are at first. They are told, and nothing follows from them. */
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
/** Settings that are texts, and the longest of each. */
const texts = { alias: 31, timezone: 51, repo: 64, env: 64 } as const;

/** The name of the hardware, where Home Assistant looks for one. */
const environment = 'ESL_simulator';
/** What no simulator has: memory in bytes, and the strength of a radio in dBm. */
const made = { heap: 200_000, psram: 8_388_608, flash: 16_777_216, free: 4_000_000, rssi: -50 } as const;
/** Bytes that a tag takes. */
const tagBytes = 200;
/** Codes of the firmware: the radio is online, contents are made, the network is there. */
const states = { online: 1, running: 2, connected: 3 } as const;

/** The access point itself. */
export interface AccessPoint {
  /** `/sysinfo` */
  info(): object;
  /** `/get_ap_config` */
  config(): object;
  /** Changes settings; what is no setting is left out. */
  change(value: (name: string) => string | undefined): void;
  /** Sets how many tags there are. */
  counted(tags: number): void;
  /** The message `sys` of `/ws`. */
  state(): object;
}

export function createAccessPoint(version: string, clock: () => Date): AccessPoint {
  const started = clock().getTime();
  let tags = 0;
  let config: Readonly<Record<string, string | number>> = {
    ...numbers,
    alias: 'ESL simulator',
    timezone: 'UTC0',
    repo: 'OpenEPaperLink/OpenEPaperLink',
    env: environment,
  };
  return {
    info: () => ({
      alias: config.alias,
      env: environment,
      buildtime: Math.floor(started / 1000).toString(),
      buildversion: version,
      sha: '0',
      psramsize: made.psram,
      flashsize: made.flash,
      rollback: false,
      ap_version: 0,
      hasC6: 0,
      hasH2: 0,
      hasTslr: 0,
      hasFlasher: 0,
    }),
    config: () => ({
      C6: '0',
      H2: '0',
      TLSR: '0',
      savespace: '0',
      hasFlasher: '0',
      hasBLE: '0',
      hasSubGhz: '0',
      apstate: String(states.online),
      ...config,
    }),
    change(value) {
      const changed: Record<string, string | number> = {};
      for (const [name, longest] of Object.entries(texts)) {
        const text = value(name);
        if (text !== undefined) changed[name] = text.slice(0, longest);
      }
      for (const name of Object.keys(numbers)) {
        const text = value(name);
        if (text !== undefined) changed[name] = byteOf(text);
      }
      config = { ...config, ...changed };
    },
    counted(count) {
      tags = count;
    },
    state() {
      const now = clock().getTime();
      return {
        currtime: Math.floor(now / 1000),
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
    },
  };
}
