/**
 * What each client message does: which rooms its socket joins, what the reply says, and what
 * follows it.
 */
import type { ClientMessages } from '../../../common/protocol/live.ts';
import { NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import type { Board } from '../../leaderboard/board.ts';
import type { Member } from '../outbound/member.ts';
import { watchAck } from '../outbound/messages.ts';
import type { Pushes } from '../outbound/pushes.ts';
import { followNations, nationsIn, type Reply } from '../sockets/live-socket.ts';
import type { ClientMessage } from './ingress.ts';

interface Context {
  readonly board: Board;
  readonly pushes: Pick<Pushes, 'watchWallet' | 'sendCurrent'>;
  /** The game's clock, in ms. */
  readonly now: () => number;
  /** A member says that its screen was put right. */
  readonly onCorrected: (member: Member) => void;
}

type Handlers = {
  readonly [Name in keyof ClientMessages]: (
    context: Context,
    member: Member,
    body: ClientMessages[Name],
    reply: Reply,
  ) => void;
};

const HANDLERS: Handlers = {
  /**
   * Adds to what the socket already watches. It joins the rooms before it reads the board, both in
   * one turn of the event loop: every later change reaches the socket, and the acknowledged rev is
   * never older than the rooms' last messages.
   */
  watch({ board, now, pushes }, member, { nations, walletAddress }, reply) {
    const { socket } = member;
    const named = chosen(nations);
    followNations(socket, new Set([...nationsIn(socket.rooms), ...named]));
    if (walletAddress) pushes.watchWallet(socket, walletAddress);
    reply(watchAck(board, now()));
    if (named.length > 0 || walletAddress) pushes.sendCurrent(member, walletAddress);
  },

  unwatch({ board, now, pushes }, member, { nations, walletAddress }, reply) {
    const { socket } = member;
    const named = chosen(nations);
    followNations(
      socket,
      new Set(nationsIn(socket.rooms).filter((nationId) => !named.includes(nationId))),
    );
    if (walletAddress) void socket.leave(walletAddress);
    reply(watchAck(board, now()));
    if (named.length > 0 || walletAddress) pushes.sendCurrent(member, undefined);
  },

  corrected({ board, now, onCorrected }, member, _body, reply) {
    onCorrected(member);
    reply(watchAck(board, now()));
  },
};

export function handle<Name extends keyof ClientMessages>(
  context: Context,
  member: Member,
  { name, body }: ClientMessage<Name>,
  reply: Reply,
): void {
  HANDLERS[name](context, member, body, reply);
}

function chosen(nations: ClientMessages['watch']['nations']): readonly NationId[] {
  return nations === 'all' ? NATION_IDS : nations;
}
