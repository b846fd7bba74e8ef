import type { HealthAnswer, HealthCheck, LivenessAnswer } from '../answers.js';
import { StoreBusy } from '../../labels/store/index.js';
import type { Context, Dependencies, Handler } from '../dependencies.js';
import { ref } from '../openapi/shapes.js';
import { json, type Route, route } from '../route.js';

/** Milliseconds after which a check has failed: a busy disk takes hundreds; probes of Kubernetes wait for a second. */
const checkMs = 750;

/** `GET /health`, `/health/ready` and `/health/live`. Never rate limited. */
export function healthRoutes(dependencies: Dependencies): readonly Route[] {
  const answers = [
    json(200, 'It works.', ref('Health')),
    json(503, 'It does not: the store fails, or the server is stopping.', ref('Health')),
  ];
  return [
    route('GET', '/health', 'health', 'About', {
      scope: 'public',
      summary: 'Check whether the server works',
      success: answers,
      steps: [health(dependencies)],
    }),
    route('GET', '/health/ready', 'healthReady', 'About', {
      scope: 'public',
      summary: 'Check whether the server takes work',
      description:
        'For load balancers. The same checks as /health. A server that must stop fails here first, and answers requests for another half a second, so that the balancer can redirect them.',
      success: answers,
      steps: [ready(dependencies)],
    }),
    route('GET', '/health/live', 'healthLive', 'About', {
      scope: 'public',
      summary: 'Check whether the process answers',
      description: 'For process managers. It depends on nothing else: a restart would not repair a store.',
      success: [json(200, 'It answers.', ref('Liveness'))],
      steps: [live(dependencies)],
    }),
  ];
}

function health({ backend, limiters, version, stopping }: Dependencies): Handler {
  return async function sendHealth(ctx) {
    const [store, limiter] = await Promise.all([
      timed(() => backend.check()),
      timed(() => limiters.update.peek('health')),
    ]);
    const checks = {
      server: [stopping() ? fail('the server is stopping') : pass],
      store: [store],
      rate_limiter: [limiter],
    };
    const failed = Object.values(checks).some(([check]) => check?.status === 'fail');
    ctx.status = failed ? 503 : 200;
    if (failed) ctx.set('Retry-After', '1');
    send(ctx, { status: failed ? 'fail' : 'pass', version, checks });
  };
}

function ready(dependencies: Dependencies): Handler {
  const sendHealth = health(dependencies);
  return function sendReady(ctx, next) {
    dependencies.readyAsked();
    return sendHealth(ctx, next);
  };
}

function live({ version }: Dependencies): Handler {
  return function sendLive(ctx) {
    send(ctx, { status: 'pass', version, checks: { server: [pass] } });
  };
}

function send(ctx: Context, answer: HealthAnswer | LivenessAnswer): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.vary('Accept');
  ctx.body = JSON.stringify(answer);
  const draft = ctx.get('Accept').includes('application/health+json');
  ctx.set('Content-Type', draft ? 'application/health+json' : 'application/json; charset=utf-8');
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
      reject(new StoreBusy('late'));
    }, checkMs);
  });
  try {
    await Promise.race([check(), late]);
    const observedValue = Math.round((performance.now() - start) * 100) / 100;
    return { ...pass, observedValue, observedUnit: 'ms' };
  } catch (error) {
    return fail(reasonOf(error));
  } finally {
    clearTimeout(timer);
  }
}

/** Reasons in our words, by the code and the message of the database: its own words may name files. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/full|ENOSPC|No space|^53100/i, 'the disk is full: updates fail until there is room'],
  [/readonly|read-only|EROFS|^25006/i, 'it is read-only: updates fail until it can be written'],
  [/^42501/, 'its user has lost rights: updates fail until they are granted'],
  [/^53[34]00/, 'it accepts no more connections: updates fail until it does'],
  [/^55P03|locked/, 'another process holds it locked'],
  [/^57014|^Query read timeout/, 'its statements take too long'],
  [/^(57P|08|28|3D|E[A-Z]{3})|^(Connection|timeout)/, 'it accepts no connection'],
  [/^(58|XX)|disk I\/O|malformed|corrupt/i, 'its disk or its data is damaged'],
];

function reasonOf(error: unknown): string {
  const { code = '', message } = ((error as Error).cause ?? error) as Error & { readonly code?: string };
  const known = reasons.find(([pattern]) => pattern.test(`${code}${code && ' '}${message}`));
  if (known) return known[1];
  if (error instanceof StoreBusy) return `it took more than ${checkMs} ms, or another process holds it locked`;
  return code === '' ? 'it failed' : `it failed with ${code}`;
}

/** `GET /metrics`, for Prometheus. Never rate limited. */
export function metricsRoutes(dependencies: Dependencies): readonly Route[] {
  return [
    route('GET', '/metrics', 'metrics', 'About', {
      scope: 'manage',
      summary: 'Read the metrics of the server',
      description: 'In the text format of Prometheus, cached for 0.1 s.',
      success: [{ status: 200, description: 'Counters, gauges and histograms.', type: 'text/plain' }],
      steps: [sendMetrics(dependencies)],
    }),
  ];
}

function sendMetrics({ metrics }: Dependencies): Handler {
  return async function sendMetrics(ctx) {
    ctx.set({ 'Cache-Control': 'no-store', 'Content-Type': metrics.contentType });
    ctx.body = await metrics.text();
  };
}
