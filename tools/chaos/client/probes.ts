/** At rest, the server refuses what it must refuse, and for the right reason. */
import { FACTS, NATION_IDS, type NationId } from '../model/facts.ts';
import type { Stake } from '../model/deed.ts';
import type { Complain, Place } from './place.ts';
import type { Player } from './player.ts';

interface Probe {
  readonly path: string;
  readonly body: object;
  readonly status: number;
  readonly code: string;
}

/** @param known about the player: its nation, and one stake in each condition if it has one. */
export async function probe(
  player: Player,
  place: Place,
  known: {
    readonly nationId: NationId;
    readonly locked: Stake | null;
    readonly ended: Stake | null;
  },
  complain: Complain,
): Promise<number> {
  const other = NATION_IDS.find((id) => id !== known.nationId) ?? 'usa';
  const probes: Probe[] = [
    refused('/api/player-nation', { nationId: other }, 409, 'nation-chosen-already'),
    refused('/api/dena/stake', { amount: '999999999999' }, 400, 'insufficient-dena'),
    refused('/api/dena/stake', { amount: '0' }, 400, 'amount-not-positive'),
    refused('/api/dena/unstake', { stakeId: 'no-such-stake' }, 404, 'no-such-stake'),
    refused('/api/trade', { resourceType: 'wood', quantity: 15 }, 400, 'quantity-not-tradable'),
    refused('/api/trade', { resourceType: 'wood', quantity: 0 }, 400, 'quantity-not-tradable'),
    refused('/api/works', { resourceType: 'oil', quantity: 0 }, 400, 'quantity-not-whole'),
    refused('/api/works', { resourceType: 'oil', quantity: 0.5 }, 400, 'quantity-not-whole'),
    refused(
      '/api/nft/stake',
      {
        tokenId: String(FACTS.nations[other].tokenId),
        contractAddress: place.contracts.national,
        quantity: 1,
      },
      400,
      'wrong-nft',
    ),
    ...[known.locked].flatMap((stake) => unstake(stake, 'stake-locked')),
    ...[known.ended].flatMap((stake) => unstake(stake, 'stake-ended')),
  ];
  for (const { path, body, status, code } of probes) {
    const told = await player.tell(path, { walletAddress: player.wallet, ...body });
    if (told.status !== status || told.code !== code) {
      complain(
        `${player.wallet} ${path} ${JSON.stringify(body)}: ${told.status} ${told.code}; by the rules ${status} ${code}`,
      );
    }
  }
  return probes.length;
}

function refused(path: string, body: object, status: number, code: string): Probe {
  return { path, body, status, code };
}

function unstake(stake: Stake | null, code: string): Probe[] {
  if (!stake) return [];
  const path = stake.kind === 'dena' ? '/api/dena/unstake' : '/api/nft/unstake';
  return [refused(path, { stakeId: stake.id }, 409, code)];
}
