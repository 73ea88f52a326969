/**
 * Answer times as our own Prometheus histogram: a poll is answered in some 20 µs, and prom-client, which
 * looks a series up by the text of its labels, takes 2 µs to record that.
 */

/** The upper bounds of this process's histogram buckets, in s. */
export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const NAME = 'denaria_http_request_seconds';

interface Series {
  /** As written between the braces. */
  readonly labels: string;
  /** By bucket, not cumulative; the last one counts what is beyond every bound. */
  readonly counts: number[];
  sumS: number;
}

/** Called with each answer's status, and how long it took. */
export type OnAnswer = (status: number, seconds: number) => void;

export class AnswerTimes {
  readonly #byLabels = new Map<string, Series>();

  /** @param call.route the call's path as the protocol writes it: nothing in it needs escaping. */
  of({ method, route }: { readonly method: string; readonly route: string }): OnAnswer {
    const byStatus = new Map<number, Series>();
    return (status, seconds) => {
      let series = byStatus.get(status);
      if (!series) {
        series = this.#seriesOf(`method="${method}",route="${route}",status="${status}"`);
        byStatus.set(status, series);
      }
      const above = SECONDS.findIndex((bound) => seconds <= bound);
      const bucket = above === -1 ? SECONDS.length : above;
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
      series.sumS += seconds;
    };
  }

  /** In Prometheus's text format. */
  text(): string {
    return [
      `# HELP ${NAME} From a request to its answer, by route.`,
      `# TYPE ${NAME} histogram`,
      ...[...this.#byLabels.values()].flatMap(linesOf),
      '',
    ].join('\n');
  }

  #seriesOf(labels: string): Series {
    const known = this.#byLabels.get(labels);
    if (known) return known;
    const series = { labels, counts: [...SECONDS, Infinity].map(() => 0), sumS: 0 };
    this.#byLabels.set(labels, series);
    return series;
  }
}

function linesOf({ labels, counts, sumS }: Series): string[] {
  let count = 0;
  const buckets = counts.map((inBucket, i) => {
    count += inBucket;
    return `${NAME}_bucket{le="${SECONDS[i] ?? '+Inf'}",${labels}} ${count}`;
  });
  return [...buckets, `${NAME}_sum{${labels}} ${sumS}`, `${NAME}_count{${labels}} ${count}`];
}
