/** Rivals that play on a simulated game, and what a spectator would have seen. */
import { byNation, NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import { createRandom } from '../random.ts';
import { Pacing, type Pace } from '../pace.ts';
import { recruit, type Rival } from '../recruit.ts';
import { endowmentOf, Society } from '../society.ts';
import { SimulatedGame } from './simulated-game.ts';

export const HOUR_MS = 60 * 60 * 1000;
const MONDAY = Date.UTC(2026, 0, 5);

interface PlayedWorld {
  readonly game: SimulatedGame;
  readonly rivals: readonly Rival[];
  readonly society: Society;
  readonly pacing: Pacing;
  /** Everything that was done, in words. */
  readonly actions: string[];
}

export async function newWorld(options: { count?: number; seed?: number } = {}) {
  const { count = 12, seed = 1 } = options;
  const actions: string[] = [];
  const game = await SimulatedGame.open(MONDAY, (words) => actions.push(words));
  const rivals = recruit({ count, firstAccount: 10, seed });
  for (const rival of rivals) {
    const { nationals: national, culturals: cultural } = rival.manner;
    const endowment = { dena: endowmentOf(rival), national, cultural };
    await game.endow(rival.walletAddress, rival.nationId, endowment);
  }
  const society = new Society(game, { rivals, joined: new Set(), seed });
  return { game, rivals, society, pacing: new Pacing(createRandom(seed)), actions };
}

export interface Played {
  /** Acknowledged. */
  readonly actions: number;
  readonly longestPauseMs: number;
  /** The leading nations one after the other, and each nation's presidents. */
  readonly leaders: readonly NationId[];
  readonly presidents: Readonly<Record<NationId, readonly string[]>>;
}

/** Lets them play for so long, by the game's clock. */
export async function playFor(
  { game, society, pacing }: PlayedWorld,
  { pace, ms }: { readonly pace: Pace; readonly ms: number },
): Promise<Played> {
  const until = game.now() + ms;
  const leaders: NationId[] = [];
  const presidents = byNation((): string[] => []);
  let actions = 0;
  let lastAt = game.now();
  let longestPauseMs = 0;
  while (game.now() < until) {
    game.pass(pacing.next(pace, society.isOpening) ?? 0);
    if ((await society.next())?.kind === 'acknowledged') {
      actions += 1;
      lastAt = game.now();
    }
    // Also while nothing is acknowledged.
    longestPauseMs = Math.max(longestPauseMs, game.now() - lastAt);
    const gdp = totals(game);
    const [leader] = NATION_IDS.toSorted((a, b) => gdp[b] - gdp[a]);
    if (leader && leaders.at(-1) !== leader) leaders.push(leader);
    for (const id of NATION_IDS) {
      const { presidentWallet } = game.board.nation(id);
      if (presidentWallet && presidents[id].at(-1) !== presidentWallet) {
        presidents[id].push(presidentWallet);
      }
    }
  }
  return { actions, longestPauseMs, leaders, presidents };
}

export function totals(game: SimulatedGame): Readonly<Record<NationId, number>> {
  return byNation((id) => game.board.nation(id).gdp);
}
