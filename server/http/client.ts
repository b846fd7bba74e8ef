import ipaddr from 'ipaddr.js';
import type { Context } from './dependencies.js';

/** The client of a request, for limits. Cached in the request's state, as {@link clientKey} takes 2 µs. */
export function clientOf(ctx: Context): string {
  return (ctx.state.client ??= clientKey(ctx.ip));
}

/**
 * Whether the studio sent a request, in a browser on this machine. A page can forge neither Origin nor Sec-Fetch-Site. The Host
 * excludes pages whose name points here (DNS rebinding), and most proxies; the others add a header, which only
 * `TRUST_PROXY_HOPS` makes the client's address.
 */
export function isLocalStudio({ ip, ips, req: { headers } }: Context): boolean {
  const { host = '', origin } = headers;
  return (
    origin === `http://${host}` &&
    headers['sec-fetch-site'] === 'same-origin' &&
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host) &&
    (ips.length > 0 || !proxyHeaders.some((name) => name in headers)) &&
    ipaddr.isValid(ip) &&
    ipaddr.process(ip).range() === 'loopback'
  );
}

/** Headers that proxies add. */
const proxyHeaders = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/**
 * The client at an IP address. IPv6 addresses are cut to /64, the block of a provider's customer. IPv4 addresses within IPv6 count
 * as IPv4.
 */
export function clientKey(address: string): string {
  // Some proxies add the port: 203.0.113.9:1234, [2001:db8::1]:1234.
  const [, within, before] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  const bare = within ?? before ?? address;
  if (!ipaddr.isValid(bare)) return 'unknown';
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().slice(0, 8);
  return `${ipaddr.fromByteArray([...network, 0, 0, 0, 0, 0, 0, 0, 0]).toString()}/64`;
}
