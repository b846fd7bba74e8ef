import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { describe, expect, test } from '@jest/globals';
import { send, signatureOf } from '../../server/webhooks/send.js';
import { isPublic, publicLookup, refusalOf } from '../../server/webhooks/target.js';
import { endAfterwards } from '../support/server.js';
import { listening } from '../support/socket.js';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

const isSix = (address: string): boolean => address.includes(':');

function valueOf(address: string): bigint {
  if (!isSix(address)) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const rest = new Array<string>(tail === undefined ? 0 : 8 - groups.length).fill('0');
  return [...groups, ...rest].reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n);
}

function textOf(value: bigint, six: boolean): string {
  const [count, size, base] = six ? [8, 65536n, 16] : [4, 256n, 10];
  const parts = Array.from({ length: count }, (_, i) => (value / size ** BigInt(count - 1 - i)) % size);
  return parts.map((part) => part.toString(base)).join(six ? ':' : '.');
}

describe('an address of a webhook', () => {
  test.each([
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
    ...['169.254.169.254', '100.64.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    ...['::1', '::', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
    ...['64:ff9b::7f00:1', '2001:db8::1', '2001::1', '2002:7f00:1::1', '3fff::1', '::7f00:1', 'localhost', ''],
  ])('%s is not public', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  const open = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450:4001::1'];
  test.each(open)('%s is public', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  /** First and last addresses of IANA's special-purpose registries, as RFC 6890 and its successors have them. */
  const registries = [
    ...['0.0.0.0 0.255.255.255', '10.0.0.0 10.255.255.255', '100.64.0.0 100.127.255.255'],
    ...['127.0.0.0 127.255.255.255', '169.254.0.0 169.254.255.255', '172.16.0.0 172.31.255.255'],
    ...['192.0.0.0 192.0.0.255', '192.0.2.0 192.0.2.255', '192.88.99.0 192.88.99.255'],
    ...['192.168.0.0 192.168.255.255', '198.18.0.0 198.19.255.255', '198.51.100.0 198.51.100.255'],
    ...['203.0.113.0 203.0.113.255', '224.0.0.0 255.255.255.255'],
    '2001:: 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db8:: 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    '2002:: 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3fff:: 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
    '4000:: ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    ':: 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  ].map((ends) => ends.split(' ') as [first: string, last: string]);
  test.each(registries)('from %s to %s is not public, and what is beside it is', (first, last) => {
    expect([isPublic(first), isPublic(last)]).toEqual([false, false]);
    const inside = (address: bigint) =>
      registries.some(
        (ends) => valueOf(ends[0]) <= address && address <= valueOf(ends[1]) && isSix(ends[0]) === isSix(first),
      );
    const beside = [valueOf(first) - 1n, valueOf(last) + 1n].filter((address) => address >= 0n && !inside(address));
    for (const address of beside)
      if (address < 1n << (isSix(first) ? 128n : 32n))
        expect([address, isPublic(textOf(address, isSix(first)))]).toEqual([address, true]);
  });

  // A URL writes each of these as the address that it is.
  test.each([
    ...['http://127.0.0.1/', 'http://127.1/', 'http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/'],
    ...['http://[::1]/', 'http://[::ffff:7f00:1]/', 'http://localhost/', 'https://a.localhost:8080/'],
    ...['http://localhost./', 'http://user@8.8.8.8/', 'http://:pass@8.8.8.8/', 'ftp://8.8.8.8/'],
  ])('%s is refused', (url) => {
    expect(refusalOf(new URL(url), false)).toMatch(/^an /);
  });

  test('of this machine is taken where that is allowed', () => {
    expect(refusalOf(new URL('http://127.0.0.1/'), true)).toBeNull();
    expect(refusalOf(new URL('https://shop.example/esl'), false)).toBeNull();
  });

  test('is resolved for each connection, and refused when the name has changed', async () => {
    const look = (name: string, options: { all?: boolean }) =>
      new Promise((resolve) => {
        publicLookup(name, options, (error, address, family) => {
          resolve(error?.message ?? [address, family]);
        });
      });
    const refusal = 'Expected a name with addresses of the public internet only';
    expect([await look('localhost', { all: true }), await look('8.8.8.8', {})]).toEqual([refusal, ['8.8.8.8', 4]]);
  });
});

describe('a message', () => {
  const tools = { allowsPrivate: true, userAgent: 'test' };
  const never = new AbortController().signal;
  const receiver = async (status: number, headers: Record<string, string> = {}) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url!);
      response.writeHead(status, headers).end('x'.repeat(100_000));
    });
    endAfterwards(() => server.close());
    return { asked, url: `http://127.0.0.1:${await listening(server)}/hook` };
  };

  test('is signed as Standard Webhooks has it', () => {
    // The example of its documentation.
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const example = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', url: '', secret, body: '{"test": 2432232314}' };
    expect(signatureOf(example, 1614265330)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('follows no redirect', async () => {
    const [second, first] = [await receiver(204), await receiver(302, { Location: 'http://127.0.0.1:1/' })];
    const sent = (url: string) => send({ id: '1', url, secret, body: '{}' }, Date.now(), tools, never);
    expect(await sent(second.url)).toEqual({ status: 204 });
    expect(await sent(first.url)).toEqual({ status: 302 });
    expect(first.asked).toEqual(['/hook']);
  });

  test('goes to no private address, though one came past the check of the webhook', async () => {
    const { asked, url } = await receiver(200);
    const closed = { ...tools, allowsPrivate: false };
    const message = { id: '1', secret, body: '{}' };
    const said = async (to: string) => JSON.stringify(await send({ ...message, url: to }, Date.now(), closed, never));
    expect(await said(url)).toContain('an address of the public internet');
    // A name that resolves to this machine.
    expect(await said(`http://${hostname()}:${new URL(url).port}/`)).toMatch(
      /^\{"error":"Expected a name with addresses of the public internet only"\}$/,
    );
    expect(asked).toEqual([]);
  });
});
