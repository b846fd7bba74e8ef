import ipaddr from 'ipaddr.js';
import type { Context } from './dependencies.js';

/** The name that the client of a request is counted by. It is read once: that takes 2 µs, and several ask for it. */
export function clientOf(ctx: Context): string {
  return (ctx.state.client ??= clientKey(ctx.ip));
}

/**
 * The name of the client at an IP address. An IPv6 address is cut to /64, which is what a provider gives to a customer, and an
 * IPv4 address within IPv6 counts as IPv4.
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
