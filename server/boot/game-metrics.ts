/** The metrics of a game that are read from its parts (docs/operating.md lists them all). */
import type { Chain, EndpointStatus } from '../chain/chain.ts';
import type { ChainFollower } from '../game/backing/chain-follower.ts';
import type { Lease } from '../game/backing/lease.ts';
import type { MachineClock } from '../game/engine/machine-clock.ts';
import type { NameChecker } from '../game/names/name-checker.ts';
import type { Operation } from '../game/operation/operation.ts';
import type { Board } from '../leaderboard/board.ts';
import type { Following } from '../leaderboard/follow-board.ts';
import type { LedgerWriter } from '../ledger/ledger-writer.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Store } from '../store/store.ts';

/** Call it once. */
export function watchGame(
  { gauge, counter }: Metrics,
  game: {
    readonly board: Board;
    readonly chain: Chain;
    readonly following: ChainFollower;
    readonly feed: Following;
    readonly lease: Lease;
    readonly ledger: LedgerWriter | null;
    readonly machineClock: MachineClock;
    readonly names: NameChecker;
    readonly operation: Operation;
    readonly store: Store;
    readonly sockets: () => number;
    readonly isDraining: () => boolean;
  },
): void {
  const { board, chain, following } = game;
  gauge('denaria_sockets', 'Sockets connected.', game.sockets);
  gauge('denaria_players', 'Players on the board.', () => board.count);
  gauge('denaria_board_rev', 'The commit that the board holds, as a number.', () =>
    Number(BigInt(`0x${board.rev}`)),
  );
  gauge(
    'denaria_feed_live',
    '1 while this process receives commits, 0 from a loss to the end of a new load.',
    () => game.feed.isLive(),
  );
  gauge(
    'denaria_paused',
    '1 while an operator has paused the game.',
    () => game.operation.paused !== null,
  );
  gauge('denaria_draining', '1 once the process was told to end.', game.isDraining);
  gauge('denaria_chain_lease_held', '1 where this process follows the chain.', () =>
    game.lease.isHeld(),
  );
  gauge(
    'denaria_clock_skew_seconds',
    'By how much this machine’s clock is ahead of the store’s.',
    () => game.machineClock.skewMs() / 1000,
  );
  counter(
    'denaria_unreadable_events_total',
    'Events that this version can’t read: only their detail, or also their row.',
    () => game.store.unreadable.counts,
    'part',
  );

  const { ledger } = game;
  if (ledger) {
    gauge('denaria_ledger_size', 'Leaves of the ledger’s last checkpoint.', () => ledger.size);
    gauge(
      'denaria_ledger_stopped',
      '1 where this process writes the ledger and can’t go on: the log says why.',
      () => ledger.stopped !== null,
    );
  }

  gauge(
    'denaria_chain_lag_blocks',
    'Blocks by which the chain was ahead at the last look; NaN if another process follows it.',
    () => following.lag() ?? Number.NaN,
  );
  gauge(
    'denaria_chain_block',
    'The newest block whose transfers were processed; -1 before the first.',
    () => following.block() ?? -1,
  );
  gauge(
    'denaria_chain_reachable',
    '1 if an endpoint answered when one was last asked.',
    () => following.condition() !== 'unavailable',
  );
  gauge(
    'denaria_chain_behind',
    '1 if the chain has been below the newest processed block for a minute.',
    () => following.condition() === 'behind',
  );
  gauge(
    'denaria_chain_unverified_wallets',
    'Wallets with an unprocessed transfer, or whose last verification failed.',
    () => following.unverified(),
  );
  gauge(
    'denaria_chain_compared_age_seconds',
    'Time since the last round over all stakers ended; NaN before the first one of this process.',
    () => following.comparedAgeS() ?? Number.NaN,
  );
  const ofEndpoints = (name: string, help: string, read: (endpoint: EndpointStatus) => number) =>
    gauge(
      `denaria_chain_endpoint_${name}`,
      `By endpoint: ${help}`,
      () => Object.fromEntries(chain.endpoints().map((one) => [one.name, read(one)])),
      'endpoint',
    );
  ofEndpoints('up', '1 while it works.', ({ state }) => Number(state === 'ok'));
  ofEndpoints(
    'head',
    'the newest block it reported; -1 before the first.',
    ({ head }) => head ?? -1,
  );
  ofEndpoints('calls', 'calls sent to it.', ({ calls }) => calls);
  ofEndpoints('failures', 'how many of them failed.', ({ failures }) => failures);

  const names = () => game.names.readings();
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
