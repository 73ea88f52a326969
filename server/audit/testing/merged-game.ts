/** A game of random players whose commits are in the order of their moments, as those of one game are. */
import { after, type PlayerState } from '../../../common/testing/fixtures.ts';
import type { Change } from '../../../common/rules/decision.ts';
import type { ChainSim } from '../../chain/testing/chain-sim.ts';
import type { Store } from '../../store/store.ts';
import { simulatedPlayers } from './simulated.ts';

/** Writes them. @param chain gets what they hold in the end. */
export async function commitMerged(
  store: Pick<Store, 'commit'>,
  chain: ChainSim | null,
  { players, seed }: { readonly players: number; readonly seed: number },
): Promise<Change[]> {
  const stories = simulatedPlayers(players, seed);
  const changes = stories.flat().toSorted((a, b) => a.event.at - b.event.at);
  for (const change of changes) await store.commit(change, change.player.version - 1, null);
  const last = stories.map((story) => story.reduce<PlayerState | null>(after, null)?.player);
  chain?.mine(
    last.flatMap((player) => {
      if (!player) return [];
      const { wallet, nationId, holdings } = player;
      return chain.transfersTo(wallet, {
        denaWei: holdings.denaWei,
        national: { [nationId]: holdings.national },
        cultural: { [nationId]: holdings.cultural },
      });
    }),
    { isSilent: true },
  );
  return changes;
}
