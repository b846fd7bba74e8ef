import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { requestSchemas } from '../../../server/fields/schemas.js';
import { withoutSecretMembers } from '../../../server/http/events/secret-members.js';
import { withoutSecrets } from '../../../server/keys/text.js';
import { vendors } from '../../../server/vendors/index.js';
import { startHere } from '../../support/here.js';
import { call } from '../../support/server.js';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

describe('a secret', () => {
  test('of a request is in no list of requests, no error and no log, however the request is wrong', async () => {
    const server = await startHere({ LOG_LEVEL: 'trace' });
    const url = `${server.url}/api/esl/webhooks/hook`;
    const put = (body: unknown) => call(url, { method: 'PUT', body: body as object });
    const given = { url: 'https://shop.example/esl', secret };
    const bodies = [
      given,
      { ...given, secret: 'hunter2-hunter2' },
      { ...given, secret: 1_234_567_890 },
      { ...given, url: 'https://till:hunter2-hunter2@shop.example/' },
      { ...given, secret: ['hunter2-hunter2'] },
      { ...given, secret: { of: { the: 'hunter2-hunter2' } } },
      ...['Secret', 'secrte', 'SECRET', 'secret_', 'secrets'].map((name) => ({ [name]: 'hunter2-hunter2' })),
      { ...given, url: 'ftp://shop.example/?a=b&token=hunter2-hunter2' },
      `{"secret":"${secret}","url":`,
      `{"url":"https://shop.example/","s\\u0065cret":"hunter2-hunter2"}`,
      `{secret: 'hunter2-hunter2'}`,
      `{"pad":"${'x'.repeat(1960)}","secret":"hunter2-hunter2${'y'.repeat(300)}"}`,
    ];
    for (const body of bodies) {
      const { status, body: answer } = await put(body);
      if (status !== 201) expect(JSON.stringify(answer)).not.toMatch(/hunter2|1234567890|BwcHBwcH/);
    }
    const { body } = await call(`${server.url}/api/esl/requests`);
    const listed = JSON.stringify(body);
    expect(listed).toContain('hook');
    expect(listed + server.output.stderr).not.toMatch(/hunter2|1234567890|BwcHBwcH/);
  });

  test('is declared by its schema', () => {
    const names: string[] = [];
    const walk = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [name, inner] of Object.entries(schema)) {
        if (/secret|passw|token/i.test(name) && typeof inner === 'object')
          names.push(`${name} ${String((inner as { writeOnly?: boolean }).writeOnly)}`);
        walk(inner);
      }
    };
    walk(requestSchemas);
    expect(names).toEqual(['secret true']);
    const words = (shape: unknown): readonly string[] =>
      typeof shape === 'object' && shape !== null
        ? Object.entries(shape).flatMap(([name, inner]) =>
            /passw|token|secret/i.test(name) ? [`${name} ${JSON.stringify(inner)}`] : words(inner),
          )
        : [];
    const bodies = Object.values(vendors).flatMap(({ routes }) => routes.flatMap(({ body }) => words(body)));
    expect(bodies.length).toBeGreaterThan(1);
    expect(bodies.filter((each) => !each.endsWith(' "secret"'))).toEqual([]);
  });

  test.each([
    ['postgres://esl:pass@word@db/x', 'postgres://…@db/x'],
    [`signs with ${secret}.`, 'signs with whsec_….'],
    ['http://[::1]:3000/a@b', 'http://[::1]:3000/a@b'],
    ['https://shop.example/esl?shop=1&token=abc&x=y', 'https://shop.example/esl?shop=1&token=…&x=y'],
  ])('is removed from %j', (text, safe) => {
    expect(withoutSecrets(text)).toBe(safe);
  });

  test('in a document is replaced, and nothing else', () => {
    expect(withoutSecretMembers('{"a":{"secret" : "x\\"y"},"Secrets":"b","c":"secret"}')).toBe(
      '{"a":{"secret" : "…"},"Secrets":"…","c":"secret"}',
    );
    expect(withoutSecretMembers('{"a":[1,{"b":"c"}],"secret":{"d":["e"]}}')).toBe('{"a":[1,{"b":"c"}],"secret":"…"');
  });
});

test('only one place of the product sends requests to other servers, and it follows no redirect', () => {
  const names = readdirSync('server', { recursive: true, encoding: 'utf8' });
  // The studio calls its own server; Playwright's requests are the test's.
  const files = names.filter((name) => /\.tsx?$/.test(name) && !/^(page|snapshots)\//.test(name));
  const found = files.filter((name) =>
    /\bfetch\(|\.fetch\(/.test(readFileSync(`server/${name}`, 'utf8').replace(/^\s*(\*|\/\/).*$/gm, '')),
  );
  expect(found.filter((name) => name !== 'labels/layouts.ts')).toEqual(['fetch-once.ts']);
  expect(readFileSync('server/fetch-once.ts', 'utf8')).toContain("redirect: 'manual'");
});
