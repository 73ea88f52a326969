/**
 * The push pipeline, from the board's changes to the sockets: the window collects them, the ticker
 * decides when, each room's part becomes one message, the audience sends it. It knows nothing about
 * the network.
 *
 * Every room's ticks form a chain: each one's `since` is the rev of the previous one, however many
 * commits that did not concern the room lie between, and it contains every change after `since`. So
 * a client whose rows are at any rev from `since` on may apply it, and one that missed a message
 * sees the gap.
 */
import type { Logger } from 'pino';
import { ROOMS, type Room, type WatchingMessage } from '../../../common/protocol/live.ts';
import { isSet, type Status } from '../../../common/protocol/status.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Rev } from '../../../common/values/ids.ts';
import { AtRev } from '../../leaderboard/at-rev.ts';
import type { Board } from '../../leaderboard/board.ts';
import type { SeasonRace } from '../../leaderboard/season-race.ts';
import { SeasonWindow, type SeasonChange } from '../../leaderboard/season-window.ts';
import { LiveWindow } from '../../leaderboard/window.ts';
import { after, monotonicNow, type Timer } from '../../lib/machine.ts';
import { nationRooms, type LiveSocket, type Rooms } from '../sockets/live-socket.ts';
import { createAudience, type AudienceLimits } from './audience.ts';
import type { Member } from './member.ts';
import { partOf, playerMessage, resyncMessage, snapshot, tick } from './messages.ts';
import { packetOf, type Packet } from './packet.ts';

const SEASON_MS = 1000;

export interface PushOptions {
  /** What operators have set. */
  readonly status: () => Status;
  readonly board: Board;
  readonly race: SeasonRace;
  /** The game's clock. */
  readonly now: () => number;
  readonly rooms: Rooms;
  readonly liveTickMs: number;
  /** Called after all changes in a tick are sent. */
  readonly onPush?: (() => void) | undefined;
  readonly log: Pick<Logger, 'error'>;
  /** How many rows from the top are kept current; defaults to the protocol's. */
  readonly windowRows?: number;
  readonly limits?: AudienceLimits;
}

export type Pushes = ReturnType<typeof createPushes>;

// oxlint-disable-next-line max-lines-per-function -- all that goes out shares one queue
export function createPushes(options: PushOptions) {
  const {
    status,
    board,
    race,
    now,
    rooms,
    liveTickMs,
    onPush = () => {},
    log,
    windowRows,
    limits,
  } = options;
  const liveWindow = new LiveWindow(board, windowRows);
  const audience = createAudience(rooms, {
    missed: ({ socket }) => [
      packetOf('resync', resyncMessage(board)),
      ...current(socket, liveWindow.watchedAmong(socket.rooms)),
      // It may have missed that nothing is set any more.
      ...(hasChanged && !isSet(status()) ? [packetOf('status', status())] : []),
    ],
    onBroken: ({ socket }, error) => {
      log.error({ err: error, socketId: socket.id }, 'a socket could not be written to');
      socket.disconnect(true);
    },
    limits,
  });
  const ticker = createTicker(liveTickMs, flush);
  const seasonPart = createSeasonPart(new SeasonWindow(board, race, now), () => ticker.request());
  /** The rev of each room's last tick. */
  const sinceOf = new Map<Room, Rev>();
  /** Rooms' snapshots of one rev: a crowd that comes back asks for the same ones. */
  const snapshots = new AtRev<Packet>(board);
  /** The watcher counts last sent; null: none. */
  let figures: Packet | null = null;
  /** True if the counts are still to be sent. */
  let hasFigures = false;
  /** True if the status is still to be sent, and if it ever was. */
  let hasStatus = false;
  let hasChanged = false;
  /** True if a flush came too early, while a round was being sent. */
  let isAwaited = false;
  const unsubscribe = board.subscribe({
    onChange: () => ticker.request(),
    // A tick doesn't say its epoch, and one after a load may follow on other rows: first of all
    // comes a resync.
    onReload: resync,
  });
  rooms.on('delete-room', (room: string) => liveWindow.unwatch(room));
  restart();

  return {
    /** Adds a socket, before it joins any of our rooms; it is removed when it disconnects. */
    add: (socket: LiveSocket) => audience.add(socket),

    /** Watches a wallet's row for as long as its room has anybody in it; a socket watches one. */
    watchWallet(socket: LiveSocket, wallet: Address): void {
      for (const before of liveWindow.watchedAmong(socket.rooms)) {
        if (before !== wallet) void socket.leave(before);
      }
      void socket.join(wallet);
      liveWindow.watch(wallet);
    },

    /** Sends a member the current state of what it watches; of its wallet only if that is given. */
    sendCurrent(member: Member, wallet: Address | undefined): void {
      const packets = current(member.socket, wallet ? [wallet] : []);
      for (const packet of packets) member.send(packet);
    },

    /** Sends these watcher counts with the next tick; null: sends none from now on. */
    watching(counts: WatchingMessage | null): void {
      figures = counts && packetOf('watching', counts);
      hasFigures = counts !== null;
      if (counts) ticker.request();
    },

    /**
     * Call it before handling a member's message: the member first receives everything due to it.
     */
    settle: (member: Member) => audience.settle(member),
    resync,

    /** Sends everyone what operators have set now. */
    statusChanged(): void {
      hasStatus = true;
      hasChanged = true;
      ticker.request();
    },

    close(): void {
      ticker.stop();
      seasonPart.stop();
      unsubscribe();
      liveWindow.close();
    },
  };

  /** Asks everyone to fetch the list, and pushes the rest itself. */
  function resync(): void {
    restart();
    audience.resync(resyncMessage(board));
    for (const room of ROOMS) {
      audience.toRoom(room, 'tick', () => snapshot(board, room, liveWindow.digest()));
    }
    // They may have been in the round that this one replaces.
    if (figures) audience.toWatchers(figures);
    hasFigures = false;
    hasStatus = hasChanged;
    addStatus();
    addPlayers(liveWindow.watchedWallets());
    audience.send(sent);
  }

  /** Discards unsent changes: the chains restart at the board's present rev. */
  function restart(): void {
    liveWindow.take();
    for (const room of ROOMS) sinceOf.set(room, board.rev);
  }

  function flush(): void {
    // The previous round is still being sent: changes since then go into the next one.
    if (audience.isSending()) {
      isAwaited = true;
      return;
    }
    try {
      const changes = liveWindow.take();
      addTicks({ ...changes, season: seasonPart.take() });
      if (hasFigures && figures) audience.toWatchers(figures);
      hasFigures = false;
      addStatus();
      addPlayers(changes.wallets);
      audience.send(sent);
    } catch (error) {
      // The changes taken for this round are lost: everyone must fetch them.
      log.error({ err: error }, 'a tick failed');
      resync();
    }
  }

  function addTicks(changes: Parameters<typeof partOf>[1]): void {
    for (const room of ROOMS) {
      const part = partOf(room, changes);
      if (!part) continue;
      const since = sinceOf.get(room) ?? board.rev;
      // Also of an empty room: who joins it later must not take these changes for sent.
      sinceOf.set(room, board.rev);
      audience.toRoom(room, 'tick', () =>
        tick(board, room, part, { since, digest: liveWindow.digest() }),
      );
    }
  }

  function addStatus(): void {
    if (hasStatus) audience.toEveryone('status', status());
    hasStatus = false;
  }

  function addPlayers(wallets: Iterable<Address>): void {
    for (const wallet of wallets) {
      audience.toRoom(wallet, 'player', () => playerMessage(board, wallet));
    }
  }

  function sent(): void {
    onPush();
    if (isAwaited) ticker.request();
    isAwaited = false;
  }

  function current(socket: LiveSocket, wallets: readonly Address[]): Packet[] {
    const watched = nationRooms(socket.rooms);
    const packets = watched.map((room) =>
      snapshots.get(room, () => packetOf('tick', snapshot(board, room, liveWindow.digest()))),
    );
    if (figures && watched.length > 0) packets.push(figures);
    for (const wallet of wallets) packets.push(packetOf('player', playerMessage(board, wallet)));
    if (isSet(status())) packets.push(packetOf('status', status()));
    return packets;
  }
}

/**
 * The week's part of a tick [PRO37]: what changed in a second, from the first change on. Nobody
 * misses it sooner, and with each commit it would be a third of every tick.
 */
function createSeasonPart(seasonWindow: SeasonWindow, requestTick: () => void) {
  let timer: Timer | null = null;
  let isDue = false;

  return {
    /** Call it with every tick. Null: nothing changed, or it comes with a later one. */
    take(): SeasonChange | null {
      if (isDue) {
        isDue = false;
        return seasonWindow.take();
      }
      if (seasonWindow.look()) timer ??= after(SEASON_MS, due);
      return null;
    },

    stop: () => timer?.stop(),
  };

  function due(): void {
    timer = null;
    isDue = true;
    requestTick();
  }
}

/**
 * Runs a function soon after it is requested, at most once per tick: immediately after a quiet
 * tick, otherwise at the end of the tick. Without a request nothing runs.
 */
export function createTicker(tickMs: number, run: () => void) {
  let timer: Timer | null = null;
  let ranAt = Number.NEGATIVE_INFINITY;

  return {
    request(): void {
      timer ??= after(Math.max(0, ranAt + tickMs - monotonicNow()), () => {
        timer = null;
        ranAt = monotonicNow();
        run();
      });
    },

    stop(): void {
      timer?.stop();
      timer = null;
    },
  };
}
