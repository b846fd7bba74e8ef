import type { Tag } from './directory.js';
import type { TagSettings } from './settings.js';

/** A tag's entry in the access point's list. Times are in seconds since 1970. */
export type TagView = ReturnType<typeof tagView>;

/** What a tag would measure; the same for all, as nothing here measures. */
const measured = { LQI: 100, RSSI: -60, temperature: 21, batteryMv: 3000 } as const;

/** The version of the firmware: the last before the pictures of M2 and M3 tags were compressed. */
const firmware = 0x26;
/** The channel of IEEE 802.15.4 that access points begin with. */
const channel = 11;
/** Seconds until a tag that is awake asks again. */
const checkIn = 60;
/** The time of an update that is never due. */
const never = 3_216_153_600;
/** The content of a tag that shows an uploaded picture, and of one that does not. */
const modes = { picture: 24, none: 0 } as const;

/**
 * @param hash of what it was sent last
 * @param refreshing whether the panel does not show the newest picture yet
 * @param now seconds since 1970
 */
export function tagView(
  { mac, label, hwType }: Tag,
  { alias, contentMode, modeConfig, rotate, lut, invert }: TagSettings,
  hash: string,
  pending: boolean,
  now: number,
) {
  const { id, current } = label;
  const uploaded = current?.content === null;
  return {
    mac,
    hash,
    lastseen: now,
    nextupdate: current ? never : 0,
    nextcheckin: now + checkIn,
    pending: pending ? 1 : 0,
    alias: alias ?? id,
    contentMode: contentMode ?? (uploaded ? modes.picture : modes.none),
    ...measured,
    hwType,
    wakeupReason: 0,
    capabilities: 0,
    modecfgjson: modeConfig,
    isexternal: false,
    apip: '0.0.0.0',
    rotate,
    lut,
    invert,
    updatecount: current?.revision ?? 0,
    updatelast: current ? Math.floor(Date.parse(current.updated_at) / 1000) : 0,
    ch: channel,
    ver: firmware,
  };
}
