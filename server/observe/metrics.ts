/**
 * The metrics for operators (Prometheus): the process, HTTP, commits, pushes, sockets, the chain.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Call } from '../../common/protocol/call.ts';
import { monotonicNow } from '../lib/machine.ts';
import { StoreUnavailable, VersionConflict, type Store } from '../store/store.ts';

/** The upper bounds of the histograms' buckets, in s. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export type Metrics = ReturnType<typeof createMetrics>;

/** A number, or one for each value of the metric's label. */
type Value = number | boolean | Readonly<Record<string, number>>;

/** @param parts.now the game's clock, in ms */
export function createMetrics({ now }: { readonly now: () => number }) {
  const registry = new Registry();
  const registers = [registry];
  const answers = new Histogram({
    name: 'denaria_http_request_seconds',
    help: 'From a request to its answer, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
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
    help: 'Screens whose ranking differed from the digest and was put right, at most one an hour and network.',
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
    answersOf:
      ({ method, path }: Pick<Call, 'method' | 'path'>) =>
      (status: number, seconds: number) =>
        answers.observe({ method, route: path, status }, seconds),
    gauge: reading(Gauge),
    counter: reading(Counter),
    /** The text that Prometheus scrapes, and its content type. */
    text: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  };

  /** What adds a value, or a total, that is read whenever the metrics are. */
  function reading(Kind: typeof Gauge | typeof Counter) {
    return (name: string, help: string, read: () => Value, label?: string): void => {
      const metric: Gauge | Counter = new Kind({
        name,
        help,
        labelNames: label ? [label] : [],
        registers,
        collect() {
          metric.reset();
          for (const [labels, value] of labelled(read(), label)) metric.inc(labels, value);
        },
      });
    };
  }
}

function labelled(value: Value, label = ''): [Record<string, string>, number][] {
  if (typeof value !== 'object') return [[{}, Number(value)]];
  return Object.entries(value).map(([of, number]) => [{ [label]: of }, number]);
}

function outcomeOf(error: unknown): string {
  if (error instanceof VersionConflict) return 'conflict';
  return error instanceof StoreUnavailable ? 'unavailable' : 'error';
}
