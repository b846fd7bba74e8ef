import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Dependencies } from '../http/dependencies.js';
import { accepted } from '../fields/problem.js';
import type { Tag } from './directory.js';

/** What the access point has sent to a tag. */
export interface Raw {
  readonly bytes: Uint8Array;
  /** 16 hexadecimal digits of the MD5 of the bytes, then 16 zeros. */
  readonly hash: string;
}

export interface Raws {
  /**
   * What was sent to a tag for the picture that it shows; null: nothing yet, or for a panel that has changed since.
   * @param client for whom it is encoded
   * @throws {Problem} as `DrawingPool.run`
   */
  of(tag: Tag, client: string): Promise<Raw | null>;
}

/** The hash of a tag that shows nothing. */
export const noHash = '0'.repeat(32);

/** Encodes the pictures of tags, and keeps those that were used last, 8 MB of them. */
export function createRaws({ drawingPool }: Pick<Dependencies, 'drawingPool'>): Raws {
  const known = new LRUCache<string, Raw>({
    maxSize: 8 * 1024 * 1024,
    sizeCalculation: ({ bytes }) => bytes.byteLength + 256,
  });
  return {
    async of({ label: { current }, device }, client) {
      if (!current) return null;
      const { width, height, inks, sha256 } = current.image;
      if (device.width !== width || device.height !== height || device.inks.length !== inks) return null;
      const key = `${sha256} ${device.id}`;
      const made = known.get(key);
      if (made) return made;
      const job = { png: current.png, own: true, device: device.id, encoding: 'oepl', plane: undefined };
      const { bytes } = accepted(await drawingPool.run('encode', job, client)).value;
      const raw = { bytes, hash: createHash('md5').update(bytes).digest('hex').slice(0, 16).padEnd(32, '0') };
      known.set(key, raw);
      return raw;
    },
  };
}
