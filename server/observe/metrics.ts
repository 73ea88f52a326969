/** The metrics for operators (Prometheus): the process, HTTP, commits, pushes, sockets, the chain. */
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { Rev } from '../../common/values/ids.ts';
import { monotonicNow } from '../lib/machine.ts';
import { StoreUnavailable, VersionConflict, type Store } from '../store/store.ts';
import { watchChain, watchNames, type ChainReadings, type NameReadings } from './chain-metrics.ts';
import { AnswerTimes, SECONDS, type OnAnswer } from './answer-times.ts';
import { gaugesIn } from './gauges.ts';

/** Values looked up whenever the metrics are read. */
export interface Readings {
  readonly sockets: () => number;
  readonly players: () => number;
  readonly rev: () => Rev;
  readonly chain: ChainReadings;
  readonly names: () => NameReadings;
  readonly holdsChainLease: () => boolean;
  readonly isFeedLive: () => boolean;
  readonly isDraining: () => boolean;
  readonly clockSkewMs: () => number;
  /** Events that the store could not read, by the part that was unreadable. */
  readonly unreadableEvents: () => Readonly<Record<'detail' | 'row', number>>;
}

export interface Metrics {
  /** Adds the process's own: its memory, its processor time, its event loop. Call it once. */
  watchProcess(): void;
  /** The store, with its commits timed. */
  measured(store: Store): Store;
  /** Records when the board changes, and how old the change is; a push is timed from there. */
  readonly boardListener: {
    onChange(change: { readonly event: { readonly at: number } }): void;
    onReload(): void;
  };
  /** Call it after every push. */
  onPush(): void;
  /** Call it for every screen that was put right. */
  onCorrected(): void;
  /**
   * The function to call with every answer's status and duration; `route` is the call's path as the
   * protocol writes it.
   */
  answersOf(call: { readonly method: string; readonly route: string }): OnAnswer;
  /** Adds the values that are read on demand. Call it once. */
  watch(readings: Readings): void;
  /** The text that Prometheus scrapes, and its content type. */
  text(): Promise<{ readonly type: string; readonly body: string }>;
}

/** @param parts.now the game's clock, in ms */
export function createMetrics({ now }: { readonly now: () => number }): Metrics {
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
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    measured(store) {
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
    boardListener: {
      onChange({ event }) {
        changedAt ??= monotonicNow();
        feedDelay.observe(Math.max(0, now() - event.at) / 1000);
      },
      onReload() {
        reloads.inc();
        changedAt = null;
      },
    },
    onPush() {
      if (changedAt !== null) pushes.observe((monotonicNow() - changedAt) / 1000);
      changedAt = null;
    },
    onCorrected: () => corrected.inc(),
    answersOf: (call) => answerTimes.of(call),
    watch(readings) {
      const gauge = gaugesIn(registry);
      gauge('denaria_sockets', 'Sockets connected.', readings.sockets);
      gauge('denaria_players', 'Players on the board.', readings.players);
      gauge('denaria_board_rev', 'The commit that the board holds, as a number.', () =>
        Number(BigInt(`0x${readings.rev()}`)),
      );
      gauge(
        'denaria_feed_live',
        '1 while this process hears of commits, 0 from a loss to the end of a new load.',
        () => Number(readings.isFeedLive()),
      );
      gauge('denaria_draining', '1 once the process was told to end.', () =>
        Number(readings.isDraining()),
      );
      gauge('denaria_chain_lease_held', '1 where this process follows the chain.', () =>
        Number(readings.holdsChainLease()),
      );
      gauge(
        'denaria_clock_skew_seconds',
        'By how much this machine’s clock is ahead of the store’s.',
        () => readings.clockSkewMs() / 1000,
      );
      const counted = new Counter({
        name: 'denaria_unreadable_events_total',
        help: 'Events that this version can’t read: only their detail, or also their row.',
        labelNames: ['part'],
        registers,
        collect() {
          counted.reset();
          for (const [part, count] of Object.entries(readings.unreadableEvents())) {
            counted.inc({ part }, count);
          }
        },
      });
      watchChain(registry, readings.chain);
      watchNames(registry, readings.names);
    },
    async text() {
      const body = `${await registry.metrics()}\n${answerTimes.text()}`;
      return { type: registry.contentType, body };
    },
  };
}

function outcomeOf(error: unknown): string {
  if (error instanceof VersionConflict) return 'conflict';
  return error instanceof StoreUnavailable ? 'unavailable' : 'error';
}
