import { METHODS } from 'node:http';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Stage, WatchStage } from '../../labels/drawing/timed-jobs.js';
import { createHistogram, type Observe } from './histogram.js';

/** What the server counts and measures of itself, for Prometheus. Each application has its own. */
export interface Metrics {
  readonly contentType: string;
  /** All of it, as it is now or was less than {@link keptMs} ago. */
  text(): Promise<string>;
  /** Counts an answer. `route`: the path of its route, with `{name}` for parameters; undefined: no route has the path. */
  answered(method: string, route: string | undefined, status: number, seconds: number): void;
  /** Counts a time of a stage. */
  readonly stage: WatchStage;
  /** Shows a number of some part of the server: `read` is called when metrics are asked for. */
  gauge(name: string, help: string, read: () => number): void;
  /** Shows the process as well: memory, event loop, garbage collector, files. */
  watchProcess(): void;
}

/** Whoever asks more often gets the same text: of 10,000 connections, the system lists each. In milliseconds. */
const keptMs = 100;

/** The buckets, in seconds: of requests from a 304 to the most that the server waits, of stages from a word to a film. */
const bounds = {
  request: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  stage: [0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5],
} as const;

export function createMetrics(): Metrics {
  const registry = new Registry();
  let kept: { readonly until: number; readonly text: Promise<string> } | undefined;
  return {
    contentType: registry.contentType,
    text() {
      if (kept && performance.now() < kept.until) return kept.text;
      kept = { until: performance.now() + keptMs, text: registry.metrics() };
      return kept.text;
    },
    answered: countAnswers(registry),
    stage: countStages(registry),
    gauge(name, help, read) {
      const collect = function (this: Gauge): void {
        this.set(read());
      };
      new Gauge({ name, help, registers: [registry], collect });
    },
    watchProcess() {
      collectDefaultMetrics({ register: registry });
    },
  };
}

/** Paths that no route has are one: a series for each would fill the memory. Of methods, Node takes those of its list. */
const noRoute = 'none';

function countAnswers(registry: Registry): Metrics['answered'] {
  const begin = createHistogram(registry, {
    name: 'esl_http_request_seconds',
    help: 'Seconds from the headers of a request to those of its answer, by route; none: no route has the path',
    bounds: bounds.request,
  });
  /** By route, then by method and status. */
  const series = new Map<string, Map<number, Observe>>();
  const methods = new Map(METHODS.map((method, i) => [method, i]));
  return (method, route = noRoute, status, seconds) => {
    const own = series.get(route) ?? new Map<number, Observe>();
    if (own.size === 0) series.set(route, own);
    const key = methods.get(method)! * 1000 + status;
    let observe = own.get(key);
    if (!observe) own.set(key, (observe = begin({ method, route, status: String(status) })));
    observe(seconds);
  };
}

function countStages(registry: Registry): WatchStage {
  const begin = createHistogram(registry, {
    name: 'esl_stage_seconds',
    help: 'Seconds of work on labels, by stage: check a binding and a layout, arrange, draw, encode; wait for a thread; write to the store',
    bounds: bounds.stage,
  });
  const stages: Readonly<Record<Stage, Observe>> = {
    validate: begin({ stage: 'validate' }),
    arrange: begin({ stage: 'arrange' }),
    draw: begin({ stage: 'draw' }),
    encode: begin({ stage: 'encode' }),
    queue: begin({ stage: 'queue' }),
    store: begin({ stage: 'store' }),
  };
  return (stage, seconds) => {
    stages[stage](seconds);
  };
}
