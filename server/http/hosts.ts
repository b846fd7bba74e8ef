import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.js';

const ownNames = ['localhost', '127.0.0.1', '[::1]'];
/** On these a server listens for all addresses of its machine. */
const everyAddress = ['0.0.0.0', '[::]'];

/** A host as browsers write it: in lower case, an IPv6 address short and in brackets. */
interface Host {
  readonly name: string;
  /** Empty for that of HTTP, 80. */
  readonly port: string;
}

/**
 * Makes the check of the header Host. A page elsewhere whose name was made to point here (DNS rebinding) still sends its own
 * name. Allowed are this machine's own names, the address that the server listens on, and ALLOWED_HOSTS. A server that listens
 * on all addresses can be reached by each, and no page can give an address another meaning.
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
    const asked = readHost(header);
    if (!asked) return false;
    if (everyAddress.includes(own) && isIP(asked.name.replace(/^\[(.*)\]$/, '$1')) > 0) return true;
    return known.some(({ name, port, anyPort }) => name === asked.name && (anyPort || port === asked.port));
  };
  // All requests of a client have the same.
  const checked = new LRUCache<string, boolean>({ max: 100, memoMethod: allows });
  // Browsers always send one. A long one is not worth keeping.
  return (header) => header === undefined || (header.length > 255 ? allows(header) : checked.memo(header));
}

/** Null for what is not a host with or without a port. */
function readHost(text: string): Host | null {
  // `URL` would also take a user, a path and blanks.
  if (!/^[\w.:[\]-]+$/.test(text) || !URL.canParse(`http://${text}`)) return null;
  const { hostname, port } = new URL(`http://${text}`);
  return { name: hostname, port };
}
