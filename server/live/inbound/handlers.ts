/** What each client message does: which rooms its socket joins, and what the reply says. */
import type { ClientMessages, WatchingMessage } from '../../../common/protocol/live.ts';
import type { Address } from '../../../common/values/address.ts';
import { NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import type { Board } from '../../leaderboard/board.ts';
import type { Member } from '../outbound/member.ts';
import { gdpMessage, playerMessage, watchAck } from '../outbound/messages.ts';
import type { LiveSocket, Reply } from '../sockets/live-socket.ts';
import { nationRoom, walletRoom } from '../sockets/rooms.ts';
import type { ClientMessage } from './ingress.ts';

interface Context {
  readonly board: Board;
  /** The latest watcher counts sent; null: unknown. */
  readonly figures: () => WatchingMessage | null;
  /** The game's clock, in ms. */
  readonly now: () => number;
}

type Handlers = {
  readonly [Name in keyof ClientMessages]: (
    context: Context,
    member: Member,
    body: ClientMessages[Name],
    reply: Reply,
  ) => void;
};

const HANDLERS = {
  /**
   * Adds to what the socket already watches. It joins the rooms before it reads the board, both in one turn
   * of the event loop: every later change reaches the socket, and the acknowledged rev is never older than
   * the rooms' last messages.
   */
  watch({ board, now, figures }, member, { nations, walletAddress }, reply) {
    const { socket } = member;
    const nationIds = chosen(nations);
    for (const nationId of nationIds) void socket.join(nationRoom(nationId));
    if (walletAddress) watchWallet(socket, walletAddress);
    reply(watchAck(board, now()));
    for (const nationId of nationIds) {
      const gdp = member.known('gdp', gdpMessage(board, nationId));
      if (gdp) socket.emit('gdp', gdp);
    }
    // Does not include this socket; the next figures do.
    const present = nationIds.length > 0 ? figures() : null;
    const watching = present && member.known('watching', present);
    if (watching) socket.emit('watching', watching);
    const player = walletAddress && member.known('player', playerMessage(board, walletAddress));
    if (player) socket.emit('player', player);
  },

  unwatch({ board, now }, { socket }, { nations, walletAddress }, reply) {
    for (const nationId of chosen(nations)) void socket.leave(nationRoom(nationId));
    if (walletAddress && walletAddress === socket.data.wallet) watchWallet(socket, null);
    reply(watchAck(board, now()));
  },
} satisfies Handlers;

export function handle(
  context: Context,
  member: Member,
  message: ClientMessage,
  reply: Reply,
): void {
  HANDLERS[message.name](context, member, message.body, reply);
}

/** A socket watches one wallet; a new one replaces it. */
function watchWallet(socket: LiveSocket, wallet: Address | null): void {
  const before = socket.data.wallet;
  if (before) void socket.leave(walletRoom(before));
  if (wallet) void socket.join(walletRoom(wallet));
  socket.data.wallet = wallet;
}

function chosen(nations: ClientMessages['watch']['nations']): readonly NationId[] {
  return nations === 'all' ? NATION_IDS : [...new Set(nations)];
}
