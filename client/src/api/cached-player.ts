/**
 * The cached player, merged from answers and pushes in any order. GDP and rank have their own epoch
 * and rev, because a push carries only these two.
 */
import {
  isOlder,
  revisionOf,
  setRevision,
  type Revision,
} from '../../../client-kit/api/revision.ts';
import { playerNationCall, type PlayerNationView } from '../../../common/protocol/player-nation.ts';
import { newerAnswer } from './newer-answer.ts';

/** The query's call: the two load together. */
export const call = playerNationCall;

/** A player's GDP and rank, from a push or the ranking. */
interface Standing extends Revision {
  readonly gdp: number;
  readonly rank: number;
}

/**
 * The newest standing of a cached player, if one arrived separately from the player's own answers.
 */
const standings = new WeakMap<PlayerNationView, Standing>();

/** The last standing that `withStanding` attached to the player. */
export function standingOf(player: PlayerNationView): Standing | undefined {
  return standings.get(player);
}

/**
 * The player with a standing, for the cache: it shows the standing if that is the newer of the two.
 */
export function withStanding(player: PlayerNationView, standing: Standing): PlayerNationView {
  const copy = setRevision({ ...player }, revisionOf(player));
  standings.set(copy, standing);
  return copy;
}

/**
 * `structuralSharing` of the player's query: the newer player, with GDP and rank of the newest
 * standing if that is newer still.
 */
export function newerPlayer(old: unknown, next: unknown): unknown {
  if (!old) return next;
  // Nobody leaves the game within an epoch: "no such player" answers an earlier request.
  if (!next) return old;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of this query's kind
  const [before, now] = [old, next] as [PlayerNationView, PlayerNationView];
  const [a, b] = [standings.get(before), standings.get(now)];
  const standing = b && !isOlder(b, a) ? b : a;
  const player = newerAnswer(before, now);
  const revision = revisionOf(player);
  if (!standing || (revision && revision.epoch !== standing.epoch) || isOlder(standing, revision)) {
    return player;
  }
  const { gdp, rank } = standing;
  const playerNation = { ...player.playerNation, gdp, rank };
  const shown = setRevision(newerAnswer(before, { ...player, playerNation }), revision);
  standings.set(shown, standing);
  return shown;
}
