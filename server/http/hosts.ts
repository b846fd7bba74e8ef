import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.js';

const ownNames = ['localhost', '127.0.0.1', '[::1]'];
/** A server at one of these listens on all addresses of its machine. */
const everyAddress = ['0.0.0.0', '[::]'];

/**
 * Creates the check of the header Host. A foreign page whose name points here (DNS rebinding) still sends that name. Allowed are
 * this machine's names, the listening address, and ALLOWED_HOSTS. A server that listens on all addresses allows all IP addresses:
 * no page can redirect those.
 */
export function createHostCheck({
  host,
  allowedHosts,
}: Pick<Config, 'host' | 'allowedHosts'>): (header: string | undefined) => boolean {
  if (allowedHosts === '*') return () => true;
  const own = host.includes(':') ? `[${host}]` : host;
  const known = [...ownNames, own, ...allowedHosts].map((text) => ({
    ...readHost(text),
    anyPort: !/:\d+$/.test(text),
  }));
  const allows = (header: string): boolean => {
    const received = readHost(header);
    if (!received) return false;
    if (everyAddress.includes(own) && isIP(received.name.replace(/^\[(.*)\]$/, '$1')) > 0) return true;
    return known.some(({ name, port, anyPort }) => name === received.name && (anyPort || port === received.port));
  };
  // All requests of a client have the same header.
  const checked = new LRUCache<string, boolean>({ max: 100, memoMethod: allows });
  // Browsers always send it. A long one is not worth caching.
  return (header) => header === undefined || (header.length > 255 ? allows(header) : checked.memo(header));
}

/**
 * A host as browsers write it: lower case, an IPv6 address short and in brackets. The port is empty for 80. Null: `text` is
 * no host.
 */
function readHost(text: string): { readonly name: string; readonly port: string } | null {
  // `URL` also accepts a user, a path and blanks.
  if (!/^[\w.:[\]-]+$/.test(text) || !URL.canParse(`http://${text}`)) return null;
  const { hostname, port } = new URL(`http://${text}`);
  return { name: hostname, port };
}
