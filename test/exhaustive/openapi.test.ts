import { expect, test } from '@jest/globals';
import { fromExhaustive } from '../support/exhaustive.js';
import { startServer } from '../support/server.js';

/** The part of Redocly's linter in use. */
interface Redocly {
  readonly createConfig: (rules: { readonly extends: readonly string[] }) => Promise<object>;
  readonly lintFromString: (given: {
    readonly source: string;
    readonly absoluteRef: string;
    readonly config: object;
  }) => Promise<
    readonly {
      readonly severity: string;
      readonly ruleId: string;
      readonly message: string;
      readonly location: readonly { readonly pointer?: string }[];
    }[]
  >;
}

test('the OpenAPI document passes the recommended rules of Redocly', async () => {
  const server = await startServer({});
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as object;
  await server.stop();
  const { createConfig, lintFromString } = fromExhaustive('@redocly/openapi-core') as Redocly;
  const config = await createConfig({ extends: ['recommended'] });
  const lint = (given: object) =>
    lintFromString({ source: JSON.stringify(given), absoluteRef: 'openapi.json', config });
  const errors = (await lint(document)).filter(({ severity }) => severity === 'error');
  expect(errors.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  const broken = await lint({ ...document, security: undefined });
  expect(broken.map(({ ruleId }) => ruleId)).toContain('security-defined');
});
