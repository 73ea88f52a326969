/** The metrics for operators (Prometheus): the process, HTTP, commits, pushes, sockets, the chain. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ChainCondition } from '../../common/protocol/health.ts';
import type { Rev } from '../../common/values/ids.ts';
import { monotonicNow } from '../lib/machine.ts';
import { StoreUnavailable, VersionConflict, type Store } from '../store/store.ts';

/** The upper bounds of the histograms' buckets, in s. */
export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export type Metrics = ReturnType<typeof createMetrics>;

/** Values looked up whenever the metrics are read. */
interface Readings {
  readonly sockets: () => number;
  readonly players: () => number;
  readonly rev: () => Rev;
  /** Null if this process does not know: another one follows the chain. */
  readonly chain: {
    readonly block: () => number | null;
    readonly lag: () => number | null;
    readonly unverified: () => number;
    readonly comparedAgeS: () => number | null;
    readonly condition: () => ChainCondition;
    readonly endpoints: () => readonly EndpointReading[];
  };
  readonly names: () => NameReadings;
  readonly holdsChainLease: () => boolean;
  readonly isFeedLive: () => boolean;
  readonly isDraining: () => boolean;
  readonly clockSkewMs: () => number;
  /** Events that the store could not read, by the part that was unreadable. */
  readonly unreadableEvents: () => Readonly<Record<'detail' | 'row', number>>;
}

/** Part of the chain's EndpointStatus, which this folder does not import. */
interface EndpointReading {
  readonly name: string;
  readonly state: string;
  readonly head: number | null;
  readonly calls: number;
  readonly failures: number;
}

interface NameReadings {
  readonly asked: number;
  readonly unknown: number;
  readonly changed: number;
  readonly waiting: number;
}

/** @param parts.now the game's clock, in ms */
export function createMetrics({ now }: { readonly now: () => number }) {
  const registry = new Registry();
  const registers = [registry];
  const answerTimes = new AnswerTimes();
  const commits = new Histogram({
    name: 'denaria_commit_seconds',
    help: 'Time from requesting a commit to it being durable, conflicts included.',
    buckets: SECONDS,
    registers,
  });
  const outcomes = new Counter({
    name: 'denaria_commits_total',
    help: 'Commits requested of the store, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['durable', 'conflict', 'unavailable', 'error'])
    outcomes.inc({ outcome }, 0);
  const feedDelay = new Histogram({
    name: 'denaria_feed_delay_seconds',
    help: 'Time from a commit, by the clock of the process that made it, to this board.',
    buckets: SECONDS,
    registers,
  });
  const reloads = new Counter({
    name: 'denaria_board_loads_total',
    help: 'How often the whole board was loaded: once at the start, and after each lost feed.',
    registers,
  });
  const pushes = new Histogram({
    name: 'denaria_push_seconds',
    help: 'Time from the first change after a push to the next push.',
    buckets: SECONDS,
    registers,
  });
  const corrected = new Counter({
    name: 'denaria_screens_corrected_total',
    help: 'Screens whose ranking differed from the digest and was put right, at most one a minute and address.',
    registers,
  });
  let changedAt: number | null = null;

  return {
    /** Adds the process's own: its memory, its processor time, its event loop. Call it once. */
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    /** The store, with its commits timed. */
    measured(store: Store): Store {
      const commit: Store['commit'] = async (...args) => {
        const end = commits.startTimer();
        try {
          const rev = await store.commit(...args);
          outcomes.inc({ outcome: 'durable' });
          return rev;
        } catch (error) {
          outcomes.inc({ outcome: outcomeOf(error) });
          throw error;
        } finally {
          end();
        }
      };
      return new Proxy(store, {
        get(target, name) {
          const part: unknown = name === 'commit' ? commit : Reflect.get(target, name);
          return typeof part === 'function' ? part.bind(target) : part;
        },
      });
    },
    /** Records when the board changes, and how old the change is; a push is timed from there. */
    boardListener: {
      onChange({ event }: { readonly event: { readonly at: number } }): void {
        changedAt ??= monotonicNow();
        feedDelay.observe(Math.max(0, now() - event.at) / 1000);
      },
      onReload(): void {
        reloads.inc();
        changedAt = null;
      },
    },
    /** Call it after every push. */
    onPush(): void {
      if (changedAt !== null) pushes.observe((monotonicNow() - changedAt) / 1000);
      changedAt = null;
    },
    /** Call it for every screen that was put right. */
    onCorrected: () => corrected.inc(),
    /** What to call with every answer's status and duration. */
    answersOf: (call: { readonly method: string; readonly route: string }) => answerTimes.of(call),
    watch,
    /** The text that Prometheus scrapes, and its content type. */
    async text() {
      const body = `${await registry.metrics()}\n${answerTimes.text()}`;
      return { type: registry.contentType, body };
    },
  };

  /** Adds the values that are read on demand. Call it once. */
  function watch({ chain, names, ...readings }: Readings): void {
    gauge('denaria_sockets', 'Sockets connected.', readings.sockets);
    gauge('denaria_players', 'Players on the board.', readings.players);
    gauge('denaria_board_rev', 'The commit that the board holds, as a number.', () =>
      Number(BigInt(`0x${readings.rev()}`)),
    );
    gauge(
      'denaria_feed_live',
      '1 while this process hears of commits, 0 from a loss to the end of a new load.',
      readings.isFeedLive,
    );
    gauge('denaria_draining', '1 once the process was told to end.', readings.isDraining);
    gauge(
      'denaria_chain_lease_held',
      '1 where this process follows the chain.',
      readings.holdsChainLease,
    );
    gauge(
      'denaria_clock_skew_seconds',
      'By how much this machine’s clock is ahead of the store’s.',
      () => readings.clockSkewMs() / 1000,
    );
    const unreadable = new Counter({
      name: 'denaria_unreadable_events_total',
      help: 'Events that this version can’t read: only their detail, or also their row.',
      labelNames: ['part'],
      registers,
      collect() {
        unreadable.reset();
        for (const [part, count] of Object.entries(readings.unreadableEvents())) {
          unreadable.inc({ part }, count);
        }
      },
    });

    gauge(
      'denaria_chain_lag_blocks',
      'Blocks by which the chain was ahead at the last look; NaN if another process follows it.',
      () => chain.lag() ?? Number.NaN,
    );
    gauge(
      'denaria_chain_block',
      'The newest block whose transfers were processed; -1 before the first.',
      () => chain.block() ?? -1,
    );
    gauge(
      'denaria_chain_reachable',
      '1 if an endpoint answered when one was last asked.',
      () => chain.condition() !== 'unavailable',
    );
    gauge(
      'denaria_chain_behind',
      '1 if the chain has been below the newest processed block for a minute.',
      () => chain.condition() === 'behind',
    );
    gauge(
      'denaria_chain_unverified_wallets',
      'Wallets with an unprocessed transfer, or whose last verification failed.',
      chain.unverified,
    );
    gauge(
      'denaria_chain_compared_age_seconds',
      'Time since the last round over all stakers ended; NaN before the first one of this process.',
      () => chain.comparedAgeS() ?? Number.NaN,
    );
    const ofEndpoints = (
      name: string,
      help: string,
      read: (endpoint: EndpointReading) => number,
    ) => {
      const byEndpoint = new Gauge({
        name: `denaria_chain_endpoint_${name}`,
        help: `By endpoint: ${help}`,
        labelNames: ['endpoint'],
        registers,
        collect() {
          for (const endpoint of chain.endpoints()) {
            byEndpoint.set({ endpoint: endpoint.name }, read(endpoint));
          }
        },
      });
    };
    ofEndpoints('up', '1 while it works.', ({ state }) => Number(state === 'ok'));
    ofEndpoints(
      'head',
      'the newest block it reported; -1 before the first.',
      ({ head }) => head ?? -1,
    );
    ofEndpoints('calls', 'calls sent to it.', ({ calls }) => calls);
    ofEndpoints('failures', 'how many of them failed.', ({ failures }) => failures);

    counter('denaria_names_asked_total', 'Wallets whose name was looked up.', () => names().asked);
    counter(
      'denaria_names_unknown_total',
      'Of those, the ones whose name could not be learnt; they are looked up again.',
      () => names().unknown,
    );
    counter(
      'denaria_names_changed_total',
      'Names committed because they differed, including removed ones.',
      () => names().changed,
    );
    gauge(
      'denaria_names_waiting',
      'Wallets beyond the first rows that wait to be looked up.',
      () => names().waiting,
    );
  }

  function gauge(name: string, help: string, read: () => number | boolean): void {
    const gauged: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: () => gauged.set(Number(read())),
    });
  }

  function counter(name: string, help: string, read: () => number): void {
    const counted = new Counter({
      name,
      help,
      registers,
      collect() {
        counted.reset();
        counted.inc(read());
      },
    });
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof VersionConflict) return 'conflict';
  return error instanceof StoreUnavailable ? 'unavailable' : 'error';
}

const ANSWER_SECONDS = 'denaria_http_request_seconds';

interface Series {
  /** As written between the braces. */
  readonly labels: string;
  /** By bucket, not cumulative; the last one counts what is beyond every bound. */
  readonly counts: number[];
  sumS: number;
}

/**
 * Answer times as our own Prometheus histogram: a poll is answered in some 20 µs, and prom-client, which
 * looks a series up by the text of its labels, takes 2 µs to record that.
 */
export class AnswerTimes {
  readonly #byLabels = new Map<string, Series>();

  /**
   * What to call with each answer's status, and how long it took.
   * @param call.route the call's path as the protocol writes it: nothing in it needs escaping.
   */
  of({ method, route }: { readonly method: string; readonly route: string }) {
    const byStatus = new Map<number, Series>();
    return (status: number, seconds: number): void => {
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
      `# HELP ${ANSWER_SECONDS} From a request to its answer, by route.`,
      `# TYPE ${ANSWER_SECONDS} histogram`,
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
    return `${ANSWER_SECONDS}_bucket{le="${SECONDS[i] ?? '+Inf'}",${labels}} ${count}`;
  });
  return [
    ...buckets,
    `${ANSWER_SECONDS}_sum{${labels}} ${sumS}`,
    `${ANSWER_SECONDS}_count{${labels}} ${count}`,
  ];
}
