import type { HealthAnswer, HealthCheck } from '../answers.js';
import type { Dependencies, Handler } from '../dependencies.js';
import { ref } from '../openapi/shapes.js';
import { json, type Route } from '../route.js';

/** A check that takes longer has failed. In milliseconds. */
const patience = 250;

/** `GET /health`, for load balancers and people. Never rate limited. */
export function healthRoutes(dependencies: Dependencies): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/health',
      operation: 'health',
      scope: 'public',
      tag: 'About',
      summary: 'Check whether the server works',
      success: [
        json(200, 'It works.', ref('Health')),
        json(503, 'It does not: the store fails, or the server is stopping.', ref('Health')),
      ],
      steps: [health(dependencies)],
    },
  ];
}

function health({ backend, limiters, version, stopping }: Dependencies): Handler {
  return async function sendHealth(ctx) {
    const checks = {
      server: [stopping() ? fail('the server is stopping') : pass],
      store: [await timed(() => backend.check())],
      rate_limiter: [await timed(() => limiters.update.peek('health'))],
    };
    const failed = Object.values(checks).some(([check]) => check?.status === 'fail');
    ctx.status = failed ? 503 : 200;
    ctx.set('Cache-Control', 'no-store');
    if (failed) ctx.set('Retry-After', '1');
    ctx.vary('Accept');
    const answer: HealthAnswer = { status: failed ? 'fail' : 'pass', version, checks };
    ctx.body = JSON.stringify(answer);
    const draft = ctx.get('Accept').includes('application/health+json');
    ctx.set('Content-Type', draft ? 'application/health+json' : 'application/json; charset=utf-8');
  };
}

const pass: HealthCheck = { status: 'pass' };

function fail(output: string): HealthCheck {
  return { status: 'fail', output };
}

async function timed(check: () => Promise<unknown>): Promise<HealthCheck> {
  const start = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('late'));
    }, patience);
  });
  try {
    await Promise.race([check(), late]);
    const observedValue = Math.round((performance.now() - start) * 100) / 100;
    return { ...pass, observedValue, observedUnit: 'ms' };
  } catch {
    return fail('it failed or was too slow');
  } finally {
    clearTimeout(timer);
  }
}
