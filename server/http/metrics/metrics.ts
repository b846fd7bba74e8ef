import { METHODS } from 'node:http';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { drawingStages } from '../../labels/drawing/job-kinds.js';
import type { Stage, WatchStage } from '../../labels/drawing/timed-jobs.js';
import { createHistogram, type Observe } from './histogram.js';

/** The server's metrics, for Prometheus. Each application has its own. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Milliseconds for which the text is cached: of 10,000 connections, the system lists each. */
const cacheMs = 100;

/** The buckets in seconds: of requests, from a 304 to the longest wait; of stages, from a word to an animation. */
const bounds = {
  request: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  stage: [0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5],
} as const;

export function createMetrics() {
  const registry = new Registry();
  let cached: { readonly until: number; readonly text: Promise<string> } | undefined;
  return {
    contentType: registry.contentType,
    /** All metrics, at most {@link cacheMs} old. */
    text(): Promise<string> {
      if (cached && performance.now() < cached.until) return cached.text;
      cached = { until: performance.now() + cacheMs, text: registry.metrics() };
      return cached.text;
    },
    answered: countAnswers(registry),
    stage: countStages(registry),
    /** Shows a number. `read` is called for each text. */
    gauge(name: string, help: string, read: () => number): void {
      const collect = function (this: Gauge): void {
        this.set(read());
      };
      new Gauge({ name, help, registers: [registry], collect });
    },
    /** Adds metrics of the process: memory, event loop, garbage collector, files. */
    watchProcess(): void {
      collectDefaultMetrics({ register: registry });
    },
  };
}

/** Represents all paths without a route: a series for each would fill the memory. Node allows only known methods. */
const noRoute = 'none';

/** Counts a response. `route`: the path with `{name}` for parameters; undefined: no route has the path. */
function countAnswers(registry: Registry) {
  const begin = createHistogram(registry, {
    name: 'esl_http_request_seconds',
    help: 'Seconds from the headers of a request to those of its answer, by route; none: no route has the path',
    bounds: bounds.request,
  });
  /** By route, then by method and status. */
  const series = new Map<string, Map<number, Observe>>();
  const methods = new Map(METHODS.map((method, i) => [method, i]));
  return (method: string, route: string | undefined, status: number, seconds: number): void => {
    const label = route ?? noRoute;
    const own = series.get(label) ?? new Map<number, Observe>();
    if (own.size === 0) series.set(label, own);
    const key = methods.get(method)! * 1000 + status;
    let observe = own.get(key);
    if (!observe) own.set(key, (observe = begin({ method, route: label, status: String(status) })));
    observe(seconds);
  };
}

function countStages(registry: Registry): WatchStage {
  const begin = createHistogram(registry, {
    name: 'esl_stage_seconds',
    help: 'Seconds of work on labels, by stage: check a binding and a layout, arrange, draw, encode; wait for a thread; write to the store',
    bounds: bounds.stage,
  });
  const names: readonly Stage[] = [...drawingStages, 'queue', 'store'];
  const stages = new Map(names.map((stage) => [stage, begin({ stage })]));
  return (stage, seconds) => {
    stages.get(stage)!(seconds);
  };
}
