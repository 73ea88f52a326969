/**
 * The player in the cache, out of answers and pushes in whatever order they come. GDP and rank have a place
 * of their own, since a push tells these two only.
 */
import { playerNationCall, type PlayerNationView } from '../../../common/protocol/player-nation.ts';
import { isOlder, newerAnswer } from './newer.ts';
import { placeOf, setPlace, type Place } from './place.ts';

/** The query's call: both load together. */
export const call = playerNationCall;

/** What a push or the ranking tells of a player. */
export interface Standing extends Place {
  readonly gdp: number;
  readonly rank: number;
}

/** The newest standing of a player in the cache, where it was told beside the player's own answers. */
const standings = new WeakMap<PlayerNationView, Standing>();

/** What `withStanding` put beside the player last. */
export function standingOf(player: PlayerNationView): Standing | undefined {
  return standings.get(player);
}

/** The player with a standing, for the cache: it shows it where it is the newer of the two. */
export function withStanding(player: PlayerNationView, standing: Standing): PlayerNationView {
  const copy = setPlace({ ...player }, placeOf(player));
  standings.set(copy, standing);
  return copy;
}

/** `structuralSharing` of the player's query: the newer player; GDP and rank by the newest standing where that is newer still. */
export function newerPlayer(held: unknown, next: unknown): unknown {
  if (!held) return next;
  // Nobody leaves the game within an epoch: "no such player" is an answer to an earlier question.
  if (!next) return held;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of this query's kind
  const [before, now] = [held, next] as [PlayerNationView, PlayerNationView];
  const [a, b] = [standings.get(before), standings.get(now)];
  const standing = b && !isOlder(b, a) ? b : a;
  const player = newerAnswer(before, now);
  const place = placeOf(player);
  if (!standing || (place && place.epoch !== standing.epoch) || isOlder(standing, place)) {
    return player;
  }
  const { gdp, rank } = standing;
  const playerNation = { ...player.playerNation, gdp, rank };
  const shown = setPlace(newerAnswer(before, { ...player, playerNation }), place);
  standings.set(shown, standing);
  return shown;
}
