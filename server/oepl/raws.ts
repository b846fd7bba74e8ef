import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Dependencies } from '../http/dependencies.js';
import { accepted } from '../fields/problem.js';
import type { OeplTag } from './directory.js';

/** The bytes that an access point sends to a tag. */
export interface Raw {
  readonly bytes: Uint8Array;
  /** 16 hexadecimal digits of the MD5 of the bytes, then 16 zeros. */
  readonly hash: string;
}

export type Raws = ReturnType<typeof createRaws>;

/** The hash of a tag that shows nothing. */
export const noHash = '0'.repeat(32);

/** Encodes the pictures of tags, and caches the last 8 MB. */
export function createRaws({ drawingPool }: Pick<Dependencies, 'drawingPool'>) {
  const cached = new LRUCache<string, Raw>({
    maxSize: 8 * 1024 * 1024,
    sizeCalculation: ({ bytes }) => bytes.byteLength + 256,
  });
  return {
    /**
     * The bytes of the picture that a tag shows; null: it has no picture, or one for another panel.
     * @param client pays for encoding
     * @throws {Problem} as `DrawingPool.run`
     */
    async of({ label: { current }, device }: OeplTag, client: string): Promise<Raw | null> {
      if (!current) return null;
      const { width, height, inks, sha256 } = current.image;
      if (device.width !== width || device.height !== height || device.inks.length !== inks) return null;
      const key = `${sha256} ${device.id}`;
      const known = cached.get(key);
      if (known) return known;
      const job = { png: current.png, own: true, device: device.id, encoding: 'oepl', plane: undefined };
      const { bytes } = accepted(await drawingPool.run('encode', job, client)).value;
      const raw = { bytes, hash: createHash('md5').update(bytes).digest('hex').slice(0, 16).padEnd(32, '0') };
      cached.set(key, raw);
      return raw;
    },
  };
}
