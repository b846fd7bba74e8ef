import ipaddr from 'ipaddr.js';
import type { Context } from './dependencies.js';

/** The client of a request, for limits. Cached in the request's state, as {@link clientKey} takes 2 µs. */
export function clientOf(ctx: Context): string {
  return (ctx.state.client ??= clientKey(ctx.ip));
}

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
