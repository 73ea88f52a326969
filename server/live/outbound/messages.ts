/** Builds messages from the board's current state. */
import type {
  PlayerMessage,
  ResyncMessage,
  SentAck,
  SentMessages,
} from '../../../common/protocol/live.ts';
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
import type { Address } from '../../../common/values/address.ts';
import { written } from '../../../common/values/cultural.ts';
import type { NationId } from '../../../common/values/nations.ts';
import type { Board } from '../../leaderboard/board.ts';
import type { Cause } from '../../leaderboard/window.ts';

/** @param now the game's clock, in ms. */
export function watchAck(board: Board, now: number): Extract<SentAck, { ok: true }> {
  return {
    ok: true,
    version: PROTOCOL_VERSION,
    epoch: board.epoch,
    rev: board.rev,
    now: new Date(now).toISOString(),
  };
}

/** What a `gdp` message says besides the totals: nothing of the causes, and the work, in a snapshot. */
interface Told {
  readonly causes?: readonly Cause[];
  readonly causesLeftOut?: number;
  readonly hasWork?: boolean;
}

export function gdpMessage(
  board: Board,
  nationId: NationId,
  { causes = [], causesLeftOut = 0, hasWork = true }: Told = {},
): SentMessages['gdp'] {
  const { epoch, rev } = board;
  const sent = causes.map((cause) => ({ ...cause, kind: written(cause.kind) }));
  return {
    epoch,
    rev,
    nationId,
    ...board.nation(nationId),
    causes: sent,
    ...(causesLeftOut > 0 ? { causesLeftOut } : {}),
    ...(hasWork ? { work: board.work(nationId) } : {}),
  };
}

export function playerMessage(board: Board, wallet: Address): PlayerMessage {
  return { epoch: board.epoch, rev: board.rev, row: board.entry(wallet) };
}

export function resyncMessage({ epoch, rev }: Pick<Board, 'epoch' | 'rev'>): ResyncMessage {
  return { epoch, rev };
}
