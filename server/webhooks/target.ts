import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

/** Networks that are not of the public internet: IANA's registries of special-purpose addresses, RFC 6890. */
const special = {
  ipv4: [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ],
  // Of 2000::/3, which is all that is public: Teredo and others of 2001::/23, documentation, 6to4.
  ipv6: [
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ],
} as const;

const blocked = new BlockList();
for (const [address, bits] of special.ipv4) blocked.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of special.ipv6) blocked.addSubnet(address, bits, 'ipv6');
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is one of the public internet. IPv4 addresses in IPv6 are not. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !blocked.check(address, 'ipv4');
  return isIP(address) === 6 && unicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}

/** The address that the host of a URL is, without brackets; null: it is a name. */
function addressIn({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : bare;
}

/** Why no event is sent to a URL: what was expected of it. Null: it may be one, depending on what its name resolves to. */
export function refusalOf(url: URL, allowsPrivate: boolean): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'an http or https address';
  if (url.username !== '' || url.password !== '') return 'an address without a name and a password';
  const address = addressIn(url);
  const isLocal = address === null ? /(^|\.)localhost\.?$/.test(url.hostname) : !isPublic(address);
  return isLocal && !allowsPrivate ? 'an address of the public internet, or WEBHOOKS=any on the server' : null;
}

/** No public address is known for a host. Says nothing more: receivers' names may be those of a network that the sender can't see. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

/**
 * Resolves the host of a connection, as `dns.lookup` does, and refuses it when any of its addresses is not public. The connection
 * uses the addresses that were checked: a name that resolves to another one the next time gains nothing.
 */
export function publicLookup(
  hostname: string,
  options: LookupOptions,
  done: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const isKnown = !error && addresses.every(({ address }) => isPublic(address));
    if (!isKnown) done(new PrivateAddress('Expected a name with addresses of the public internet only'), []);
    else if (options.all === true) done(null, addresses);
    else done(null, addresses[0]!.address, addresses[0]!.family);
  });
}
