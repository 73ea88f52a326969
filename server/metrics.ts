/** What an operator watches (Prometheus): the process, HTTP, commits, pushes, sockets, the chain. */
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Rev } from '../common/values/ids.ts';
import type { BoardListener } from './leaderboard/board.ts';
import type { Store } from './store/store.ts';

/** What is looked up whenever the metrics are read. */
export interface Readings {
  readonly sockets: () => number;
  readonly players: () => number;
  readonly rev: () => Rev;
  /** The newest block whose transfers were dealt with; null before the first. */
  readonly chainBlock: () => number | null;
}

export interface Metrics {
  /** The store, its commits timed. */
  measured(store: Store): Store;
  /** Notes when the board changes; a push is timed from there. */
  readonly boardListener: BoardListener;
  /** To be told of everything pushed. */
  onPush(): void;
  /** To be told of every answer; `route` is the call's path as the protocol writes it. */
  onAnswer(answer: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  /** Adds what is read on demand. Once. */
  watch(readings: Readings): void;
  /** The text that Prometheus scrapes, and its type. */
  text(): Promise<{ readonly type: string; readonly body: string }>;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
    help: 'From asking the store for a commit to its being durable, conflicts included.',
    buckets: SECONDS,
    registers,
  });
  const pushes = new Histogram({
    name: 'denaria_push_seconds',
    help: 'From the first change after a push to the next push.',
    buckets: SECONDS,
    registers,
  });
  let changedAt: number | null = null;

  return {
    measured: (store) => ({
      loadPlayers: () => store.loadPlayers(),
      player: (wallet) => store.player(wallet),
      stakes: (wallet) => store.stakes(wallet),
      async commit(...args) {
        const end = commits.startTimer();
        try {
          return await store.commit(...args);
        } finally {
          end();
        }
      },
      receipt: (...args) => store.receipt(...args),
      watch: (...args) => store.watch(...args),
      events: (query) => store.events(query),
      issueNonce: (...args) => store.issueNonce(...args),
      spendNonce: (...args) => store.spendNonce(...args),
      setting: (name) => store.setting(name),
      putSetting: (...args) => store.putSetting(...args),
      ping: () => store.ping(),
      close: () => store.close(),
    }),
    boardListener: {
      onChange() {
        changedAt ??= performance.now();
      },
      onReload() {
        changedAt = null;
      },
    },
    onPush() {
      if (changedAt !== null) pushes.observe((performance.now() - changedAt) / 1000);
      changedAt = null;
    },
    onAnswer: ({ seconds, ...labels }) => answers.observe(labels, seconds),
    watch(readings) {
      const gauge = (name: string, help: string, read: () => number) =>
        new Gauge({
          name,
          help,
          registers,
          collect() {
            this.set(read());
          },
        });
      gauge('denaria_sockets', 'Sockets connected.', readings.sockets);
      gauge('denaria_players', 'Players on the board.', readings.players);
      gauge('denaria_board_rev', 'The commit that the board holds, as a number.', () =>
        Number(BigInt(`0x${readings.rev()}`)),
      );
      gauge(
        'denaria_chain_block',
        'The newest block whose transfers were dealt with; -1 before the first.',
        () => readings.chainBlock() ?? -1,
      );
    },
    async text() {
      return { type: registry.contentType, body: await registry.metrics() };
    },
  };
}
