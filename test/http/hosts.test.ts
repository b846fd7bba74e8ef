import { describe, expect, test } from '@jest/globals';
import { createHostCheck } from '../../server/http/hosts.js';
import { startHere } from '../support/here.js';
import { call, milk, post, raw } from '../support/server.js';

describe('the host that a request names', () => {
  const ask = (host: string, allowedHosts: '*' | readonly string[], header: string | undefined) =>
    createHostCheck({ host, allowedHosts })(header);

  const own = ['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.0.0.1:8080', '[::1]:3000', '[0:0::1]', undefined];
  test.each(own)('is this machine as %j', (header) => {
    expect(ask('127.0.0.1', [], header)).toBe(true);
    expect(ask('0.0.0.0', ['esl.shop.example'], header)).toBe(true);
  });

  const strangers = ['evil.example', 'localhost.evil.example', '192.168.1.5', ''];
  test.each([...strangers, 'a@localhost', 'localhost/x', 'local host', '::1'])('is not %j', (header) => {
    expect(ask('127.0.0.1', [], header)).toBe(false);
  });

  test('is the address that the server listens on', () => {
    expect(ask('192.168.1.5', [], '192.168.1.5:3000')).toBe(true);
    expect(ask('fe80::5', [], '[FE80::0:5]:3000')).toBe(true);
    expect(ask('till', [], 'till:3000')).toBe(true);
    expect(ask('192.168.1.5', [], '192.168.1.6')).toBe(false);
  });

  test.each(['0.0.0.0', '::'])('is any address, and no name, where the server listens on %s', (host) => {
    for (const header of ['192.168.1.5:3000', '[2001:db8::1]', '10.0.0.1']) expect(ask(host, [], header)).toBe(true);
    expect(ask(host, [], 'till.local')).toBe(false);
  });

  test('is one of ALLOWED_HOSTS, on the port that is named there', () => {
    const allowed = ['esl.shop.example', 'till:8080', '[2001:db8::1]:81'];
    for (const header of ['esl.shop.example', 'ESL.shop.example:99', 'till:8080', '[2001:DB8::1]:81'])
      expect([header, ask('127.0.0.1', allowed, header)]).toEqual([header, true]);
    for (const header of ['shop.example', 'till', 'till:81', '[2001:db8::1]', '[2001:db8::1]:82'])
      expect([header, ask('127.0.0.1', allowed, header)]).toEqual([header, false]);
    expect(ask('127.0.0.1', '*', 'evil.example')).toBe(true);
  });
});

test('a request to another host is 421, is not counted, and changes nothing (fault 28)', async () => {
  const server = await startHere({ ALLOWED_HOSTS: 'esl.shop.example' });
  const sent = post(JSON.stringify(milk));
  const wrong = await raw(server.port, sent.replace('Host: localhost', 'Host: evil.example'));
  expect([wrong.status, wrong.body.code, wrong.closed]).toEqual([421, 'VALIDATION_ERROR', true]);
  expect(wrong.body.detail).toMatch(/ALLOWED_HOSTS.* for Host but received "evil\.example"$/);
  const right = await raw(server.port, sent.replace('Host: localhost', 'Host: esl.shop.example'));
  expect([right.status, right.body.label.revision, right.headers['x-ratelimit-remaining']]).toEqual([200, 1, '9']);
});

const get = (lines: readonly string[]) => ['GET /api HTTP/1.1', ...lines, '', ''].join('\r\n');

test('errors that the application has no part in can be read by the pages that may call the server, as far as the request was understood', async () => {
  const server = await startHere({ CORS_ORIGIN: 'https://shop.example, https://till.example' });
  const allowed = async (origin: string, lines: readonly string[]) => {
    const { status, headers } = await raw(server.port, get([...lines, `Origin: ${origin}`]));
    return [status, headers['access-control-allow-origin'], headers.vary?.split(', ').includes('Origin')];
  };
  const faults = { 421: 'Host: evil.example', 417: 'Host: localhost\r\nExpect: 200-ok' };
  for (const [code, lines] of Object.entries(faults)) {
    const status = Number(code);
    expect(await allowed('https://till.example', [lines])).toEqual([status, 'https://till.example', true]);
    for (const other of ['https://evil.example', 'https://till.example.evil.example'])
      expect(await allowed(other, [lines])).toEqual([status, undefined, true]);
  }
  expect(await allowed('https://till.example', [`X: ${'x'.repeat(17_000)}`])).toEqual([431, undefined, true]);
  expect((await call(`${server.url}/health`)).status).toBe(200);
  // What is cut ends with a character of three bytes.
  const { headers, body } = await raw(server.port, get([`Host: ${'x'.repeat(100)}`]));
  expect(headers['content-length']).toBe(String(Buffer.byteLength(JSON.stringify(body))));
});
