/** [NAT3] Choosing a nation, once and for good. */
import type { Address } from '../values/address.ts';
import { type NationId, nationInText } from '../values/nations.ts';
import type { Player } from '../values/player.ts';
import { NOTHING_CONTRIBUTED } from '../values/works.ts';
import { noResources } from './accrual.ts';
import { factsOf, refuse, type ChainFacts, type Change, type Refusal } from './decision.ts';
import { standingOf } from './gdp.ts';
import { boardRow } from './ranking.ts';
import { seasonAfter } from './season.ts';

/**
 * A first choice is a change; the same choice again changes nothing; a different one is refused.
 */
type NationDecision =
  | { readonly ok: true; readonly change: Change }
  | { readonly ok: true; readonly change: null }
  | Refusal;

export function chooseNation(
  known: Player | null,
  command: { readonly wallet: Address; readonly nationId: NationId },
  { now, holdings, rules }: ChainFacts,
): NationDecision {
  const { wallet, nationId } = command;
  if (known) {
    if (known.nationId === nationId) return { ok: true, change: null };
    return refuse(
      'nation-chosen-already',
      `This wallet plays for ${nationInText(known.nationId)} already, and a choice is permanent.`,
    );
  }
  const startingGdp = rules.startingGdp[nationId];
  const standing = standingOf(startingGdp, []);
  if (!standing) throw new Error(`the starting GDP of ${nationId} is out of range`);
  const player: Player = {
    wallet,
    name: null,
    nationId,
    joinedAt: now,
    startingGdp,
    version: 1,
    standing,
    gdpSince: now,
    culturalSince: now,
    gdpOrder: now,
    culturalOrder: now,
    holdings,
    spentWei: 0n,
    resources: noResources(now),
    contributed: NOTHING_CONTRIBUTED,
    season: seasonAfter(null, { at: now, gdp: standing.gdp }),
  };
  return {
    ok: true,
    change: {
      player,
      stakes: [],
      event: {
        at: now,
        kind: 'nation-chosen',
        gdpBefore: 0,
        detail: {},
        row: boardRow(player),
        rank: null,
        facts: factsOf(player.version, holdings, []),
      },
    },
  };
}
