/** What each refusal tells the player: what is wrong, then what to do about it. */
import { expect, test } from 'vitest';
import { ALICE, BOB, dena, holdings, newcomer, NOW, stakeId } from '../testing/fixtures.ts';
import type { DenaStake, NftStake, StakeKind } from '../values/stake.ts';
import { NOTHING_CONTRIBUTED, WHOLE_NEED } from '../values/works.ts';
import { chooseNation } from './choose-nation.ts';
import { contribute } from './contribute.ts';
import { NO_SUCH_PLAYER } from './decision.ts';
import { stakeDena } from './stake-dena.ts';
import { stakeLimitRefusal } from './stake-limit.ts';
import { stakeNft } from './stake-nft.ts';
import { trade } from './trade.ts';
import { unstake } from './unstake.ts';

test('a refusal says what is wrong, then what to do', () => {
  const held = holdings({ denaWei: dena(100), national: 2, cultural: 2 });
  const { player } = newcomer('usa', held);
  const facts = { now: NOW, holdings: held };
  const richest = { ...facts, holdings: holdings({ denaWei: 2n ** 255n }) };
  const collections = { national: ALICE, cultural: BOB };
  const id = stakeId('a');

  const stake = (amountWei: bigint, of = facts) =>
    stakeDena(player, { stakeId: id, amountWei }, of);
  const full = (kind: StakeKind) => {
    const activeStakes = { dena: 500, national: 501, cultural: 502 };
    return stakeLimitRefusal({ activeStakes }, kind);
  };
  const nft = (kind: NftStake['kind'], tokenId = 1n, contract = collections[kind], by = player) => {
    const command = { stakeId: id, kind, contract, tokenId, quantity: 1 };
    return stakeNft(by, command, { ...facts, collections, token: null });
  };
  const buy = (quantity: number, shownCostWei?: bigint) =>
    trade(player, { resourceType: 'wood', quantity, shownCostWei }, facts);
  const give = (quantity: number, totals = NOTHING_CONTRIBUTED) =>
    contribute(player, { resourceType: 'wood', quantity }, { now: NOW, totals });
  const end = (parts: Partial<DenaStake> | null, now = NOW) => {
    const staked = stake(dena(10));
    if (!staked.ok) throw new Error(staked.message);
    const named = parts && { ...staked.stake, ...parts };
    return unstake(player, named, { kinds: ['dena'] }, { now });
  };

  const refusals = [
    [
      'This wallet plays for United States already, and a choice is permanent.',
      chooseNation(player, { wallet: ALICE, nationId: 'china' }, facts),
    ],
    [
      'Choose a nation first: this wallet has none yet.',
      stakeDena(null, { stakeId: id, amountWei: 1n }, facts),
    ],
    ['This wallet has not chosen a nation yet.', NO_SUCH_PLAYER],
    ['The amount must be above 0. Enter how much DENA to stake.', stake(0n)],
    ['Only 100 DENA are available. Stake that much or less.', stake(dena(101))],
    [
      'That would take the GDP past the largest figure the game can hold. Stake less.',
      stake(2n ** 200n, richest),
    ],
    [
      'A wallet can have 500 active stakes of DENA at most, and this one has 500. Unstake one whose lock is over, then stake more in one go.',
      full('dena'),
    ],
    [
      'A wallet can have 500 active stakes of national NFTs at most, and this one has 501. Unstake one whose lock is over, then stake more in one go.',
      full('national'),
    ],
    [
      'A wallet can have 500 active stakes of cultural NFTs at most, and this one has 502. Unstake one whose lock is over, then stake more in one go.',
      full('cultural'),
    ],
    ['That contract is not the national collection of the game.', nft('national', 1n, BOB)],
    [
      'Only NFTs of the United States can be staked here: the game has no such NFT.',
      nft('cultural', 9n),
    ],
    [
      'The metadata of this NFT, which says what it is worth, cannot be read right now, and nothing was staked. Try again in 5 seconds.',
      nft('national'),
    ],
    [
      'Every copy you own of this NFT is staked already.',
      nft('national', 1n, ALICE, { ...player, standing: { ...player.standing, nationalCount: 2 } }),
    ],
    ['A trade buys 10 to 1000 units, in steps of 10.', buy(15)],
    [
      'This costs 100 DENA, not 90: the price has changed. Look at the new price, then trade again.',
      buy(10, dena(90)),
    ],
    ['This costs 200 DENA and 100 are available. Buy less, or unstake some first.', buy(20)],
    ['A contribution is a whole number of units: send a quantity of 1 or more.', give(0)],
    [
      'Your nation’s work is finished and needs nothing more. Keep your resources.',
      give(1, WHOLE_NEED),
    ],
    [
      'Your nation’s work needs no more wood. It still needs oil, food and technology: contribute that instead.',
      give(1, { ...WHOLE_NEED, oil: 0, food: 0, technology: 0 }),
    ],
    [
      'Your nation’s work needs no more wood. It still needs oil: contribute that instead.',
      give(1, { ...WHOLE_NEED, oil: 0 }),
    ],
    ['You have 0 wood. Contribute at most that, or trade for more first.', give(1)],
    ['This wallet has no such stake. Reload the list and try again.', end(null)],
    [
      'This stake ended on 2026-01-01T00:00:00.000Z already.',
      end({ state: { status: 'ended', endedAt: NOW, reason: 'unstaked' } }),
    ],
    ['This stake is locked until 2026-01-08T00:00:00.000Z. Unstake it then.', end({})],
  ] as const;
  for (const [message, refused] of refusals) expect(refused).toMatchObject({ ok: false, message });
});
