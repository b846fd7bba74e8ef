import type { OeplTag } from './directory.js';
import type { TagSettings } from './settings.js';
import { contents } from './tag-type.js';

/** A tag's entry in the access point's list. Times are in seconds since 1970. */
export type TagListEntry = ReturnType<typeof tagListEntry>;

/** Made-up measurements, the same for all tags. */
const measured = { LQI: 100, RSSI: -60, temperature: 21, batteryMv: 3000 } as const;

/** The version of the firmware: the last without compressed pictures for M2 and M3 tags. */
const firmware = 0x26;
/** The default IEEE 802.15.4 channel of access points. */
const channel = 11;
/** Seconds until an awake tag checks in again. */
const checkIn = 60;
/** The `nextupdate` of a tag without scheduled updates. */
const never = 3_216_153_600;
/** The contents of tags with and without an uploaded picture. */
const modes = { picture: contents.uploaded, none: 0 } as const;

/**
 * @param hash of the last picture
 * @param pending whether the panel does not show the newest picture yet
 * @param now seconds since 1970
 */
export function tagListEntry(
  { mac, label, hwType }: OeplTag,
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
