import { shippedMappings } from '../core/mapping.js';
import type { Change } from '../core/changes.js';
import type { AnswerShape } from '../core/shape.js';
import { authorizationOf, type CallWith, labelsOf, Refusal, type Reply, type Vendor } from '../core/vendor.js';
import { drawnSoon } from '../core/requests.js';

/** Seconds: no source states it. */
const lifetime = 2 * 3600;
const pictureBytes = 3 * 1024 * 1024;

/** The result code of an accepted request. Those of failures are assumed. */
const results = { accepted: 1001, failed: 1003, invalid: 1002 } as const;

const body = {
  storeCode: 'id',
  customerStoreCode: 'id',
  batchNo: 'id',
  items: [{ sku: 'id', 'rsrvBlob?': 'string|null', 'IIS_COMMAND?': 'string|null', 'eslId?': 'id|null' }],
} as const satisfies AnswerShape;

/** Hanshow All-Star: the token, and the integration of items. See docs/other-systems.md. */
export const hanshow: Vendor = {
  id: 'hanshow',
  title: 'Hanshow All-Star',
  mapping: shippedMappings.hanshow!,
  credentials: authorizationOf,
  refuse({ kind, problem, own }) {
    const status = { unauthorized: 401, expired: 401, forbidden: 403, limited: 429, invalid: 400, failed: 500 }[kind];
    const resultCode = kind === 'invalid' ? results.invalid : results.failed;
    return { status, body: { resultCode, result: 'failed', message: own?.message ?? problem.detail, data: null } };
  },
  routes: [
    {
      method: 'POST',
      paths: ['/proxy/token'],
      summary: 'Get a token by Basic authentication',
      scope: 'login',
      statuses: [200, 401],
      assumed: 'token-lifetime',
      async handle(call) {
        await call.login(call.credentials ?? { user: '', password: '' });
        return {
          body: { access_token: await call.token('access', lifetime), token_type: 'Bearer', expires_in: lifetime },
        };
      },
    },
    {
      method: 'POST',
      paths: ['/proxy/integration/:customer/:store'],
      summary: 'Add or update items, show pictures on their labels, and bind labels',
      scope: 'manage',
      body,
      bytes: pictureBytes,
      statuses: [200, 400, 401, 403, 429, 500],
      assumed: 'result-codes-of-failures, unknown-labels-are-created, unit',
      drawn(call: CallWith<typeof body>) {
        const { items } = call.body;
        const bound = items.flatMap(({ IIS_COMMAND: command, eslId }) => (command === 'BIND' && eslId ? [eslId] : []));
        const skus = items.filter((item) => Boolean(item.rsrvBlob) || !isCommand(item)).map(({ sku }) => sku);
        return labelsOf(call, call.params.store!, skus, bound);
      },
      handle: integrate,
    },
  ],
};

function isCommand({ IIS_COMMAND: command }: { readonly IIS_COMMAND?: string | null | undefined }): boolean {
  return command === 'BIND' || command === 'UNBIND';
}

async function integrate(call: CallWith<typeof body>): Promise<Reply> {
  const { storeCode, customerStoreCode, items } = call.body;
  const { store = '', customer } = call.params;
  if (storeCode !== store || customerStoreCode !== customer)
    throw new Refusal(400, results.invalid, 'storeCode and customerStoreCode are those of the path');
  const pictures = items.flatMap(({ sku, rsrvBlob }) =>
    rsrvBlob ? [{ sku, bytes: Buffer.from(rsrvBlob, 'base64') }] : [],
  );
  const withPicture = new Set(pictures.map(({ sku }) => sku));
  const changes = items.map((item): Change => {
    const { sku, IIS_COMMAND: command, eslId } = item;
    const fields = Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'rsrvBlob'));
    if (!isCommand(item)) return { kind: 'article', store, id: sku, fields, merge: true, quiet: withPicture.has(sku) };
    if (!eslId) throw new Refusal(400, results.invalid, `${command!} needs eslId`);
    if (command === 'UNBIND') return { kind: 'unlink', code: eslId };
    return { kind: 'link', store, code: eslId, articles: [sku], quiet: withPicture.has(sku) };
  });
  const { outcomes } = await drawnSoon(await call.submit(changes, true), changes.length);
  const wrong: unknown[] = [];
  for (const { sku, bytes } of pictures) {
    const article = await call.requests.article(call.context, store, sku);
    for (const code of article?.labels ?? [])
      await call.show(code, bytes, { fit: 'contain', dither: true }).catch((error: unknown) => wrong.push(error));
  }
  if (wrong.length > 0) throw wrong[0];
  const failure = outcomes.find((outcome) => outcome.failure)?.failure;
  if (failure) throw new Refusal(400, results.failed, failure.message);
  return {
    body: { resultCode: results.accepted, result: 'succeed', message: 'succeed', data: 'INTEGRATION_CODE_SUCCESS' },
  };
}
