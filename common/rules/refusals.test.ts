/** What each refusal tells the player: what is wrong, then what to do about it. */
import { expect, test } from 'vitest';
import {
  accepted,
  ALICE,
  BOB,
  dena,
  holdings,
  newcomer,
  NOW,
  rules,
  stakeId,
} from '../testing/fixtures.ts';
import type { DenaStake, NftStake } from '../values/stake.ts';
import { NOTHING_CONTRIBUTED, WHOLE_NEED } from '../values/works.ts';
import { chooseNation } from './choose-nation.ts';
import { contribute } from './contribute.ts';
import { stakeDena } from './stake-dena.ts';
import { stakeNft } from './stake-nft.ts';
import { trade } from './trade.ts';
import { unstake } from './unstake.ts';

test('a refusal says what is wrong, then what to do', () => {
  const held = holdings({ denaWei: dena(100), national: 2, cultural: 2 });
  const { player } = newcomer('usa', held);
  const facts = { now: NOW, rules, holdings: held };
  const collections = { national: ALICE, cultural: BOB };
  const id = stakeId('a');

  const stake = (amountWei: bigint) => stakeDena(player, { stakeId: id, amountWei }, facts);
  const nft = (kind: NftStake['kind'], tokenId = 1n, contract = collections[kind], by = player) => {
    const command = { stakeId: id, kind, contract, tokenId, quantity: 1 };
    return stakeNft(by, command, { ...facts, collections, token: null });
  };
  const give = (quantity: number, totals = NOTHING_CONTRIBUTED) =>
    contribute(player, { resourceType: 'wood', quantity }, { now: NOW, rules, totals });
  const staked = accepted(stake(dena(10)));
  const end = (named: DenaStake | null) =>
    unstake(player, named, { kinds: ['dena'] }, { now: NOW, rules });

  const refusals = [
    [
      'This wallet plays for the United States already, and a choice is permanent.',
      chooseNation(player, { wallet: ALICE, nationId: 'china' }, facts),
    ],
    ['The amount must be above 0. Enter how much DENA to stake.', stake(0n)],
    ['That contract is not the national collection of the game.', nft('national', 1n, BOB)],
    [
      'Only NFTs of the United States can be staked here: the game has no such NFT.',
      nft('cultural', 9n),
    ],
    [
      'All you own of this NFT is staked already.',
      nft('national', 1n, ALICE, { ...player, standing: { ...player.standing, nationalCount: 2 } }),
    ],
    [
      'A trade buys 10 to 1000 units, in steps of 10.',
      trade(player, { resourceType: 'wood', quantity: 15 }, facts),
    ],
    ['A contribution is a whole number of units: send a quantity of 1 or more.', give(0)],
    [
      'Your nation’s landmark is finished and needs nothing more. Keep your resources.',
      give(1, WHOLE_NEED),
    ],
    [
      'Your nation’s landmark needs no more wood. It still needs oil, food and technology: contribute that instead.',
      give(1, { ...WHOLE_NEED, oil: 0, food: 0, technology: 0 }),
    ],
    [
      'Your nation’s landmark needs no more wood. It still needs oil: contribute that instead.',
      give(1, { ...WHOLE_NEED, oil: 0 }),
    ],
    ['This wallet has no such stake. Reload the list and try again.', end(null)],
    ['This stake is locked until 2026-01-08T00:00:00.000Z. Unstake it then.', end(staked.stake)],
  ] as const;
  for (const [message, refused] of refusals) expect(refused).toMatchObject({ ok: false, message });
});
