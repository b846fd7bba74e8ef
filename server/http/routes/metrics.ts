import type { Dependencies, Handler } from '../dependencies.js';
import type { Route } from '../route.js';

/** `GET /metrics`, for Prometheus. Never rate limited. */
export function metricsRoutes(dependencies: Dependencies): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/metrics',
      operation: 'metrics',
      scope: 'manage',
      tag: 'About',
      summary: 'Read the metrics of the server',
      description: 'In the text format of Prometheus, cached for 0.1 s.',
      success: [{ status: 200, description: 'Counters, gauges and histograms.', type: 'text/plain' }],
      steps: [sendMetrics(dependencies)],
    },
  ];
}

function sendMetrics({ metrics }: Dependencies): Handler {
  return async function sendMetrics(ctx) {
    ctx.set({ 'Cache-Control': 'no-store', 'Content-Type': metrics.contentType });
    ctx.body = await metrics.text();
  };
}
