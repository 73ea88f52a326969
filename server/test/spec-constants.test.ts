/**
 * [CON1–6], line by line, as far as the server is responsible for it. The figures are repeated here on
 * purpose: they are the specification's, not the code's.
 */
import { describe, expect, test } from 'vitest';
import { signInMessage } from '../../common/protocol/session.ts';
import { denaGdpBonus } from '../../common/rules/gdp.ts';
import { LOCK_MS } from '../../common/rules/lock.ts';
import { stakeDena } from '../../common/rules/stake-dena.ts';
import { stakeNft } from '../../common/rules/stake-nft.ts';
import { trade, TRADE_PRICES, TRADE_QUANTITY } from '../../common/rules/trade.ts';
import { unstake } from '../../common/rules/unstake.ts';
import { after, dena, holdings, newcomer, NOW, stakeId } from '../../common/testing/fixtures.ts';
import { address } from '../../common/values/address.ts';
import { parseDena } from '../../common/values/amount.ts';
import { NATIONS, type NationId } from '../../common/values/nations.ts';
import { objectionTo, parseSignIn } from '../game/sign-in/sign-in-message.ts';

const SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000;
const collections = {
  national: address(`0x${'a'.repeat(40)}`),
  cultural: address(`0x${'c'.repeat(40)}`),
};
const held = holdings({ denaWei: dena(1_000_000), national: 5, cultural: 5 });

function stakeOfKind(nationId: NationId, kind: 'dena' | 'national' | 'cultural') {
  const state = newcomer(nationId, held);
  const facts = { now: NOW, holdings: held };
  const tokenId = BigInt(NATIONS[nationId].tokenId);
  const decision =
    kind === 'dena'
      ? stakeDena(state.player, { stakeId: stakeId('s'), amountWei: dena(10_000) }, facts)
      : stakeNft(
          state.player,
          { stakeId: stakeId('s'), kind, contract: collections[kind], tokenId, quantity: 1 },
          { ...facts, collections, token: { imageUrl: '', attributes: [] } },
        );
  if (!decision.ok) throw new Error(decision.message);
  return { stake: decision.stake, state: after(state, decision.change) };
}

describe('[CON1–6]', () => {
  test.each(['dena', 'national', 'cultural'] as const)(
    'Lock period for all stakes: 7 days (%s)',
    (kind) => {
      const { stake, state } = stakeOfKind('italy', kind);
      expect(LOCK_MS).toBe(SEVEN_DAYS_MS);
      expect(stake.unstakeableAt - stake.stakedAt).toBe(SEVEN_DAYS_MS);
      const command = { kinds: [kind] };
      expect(unstake(state.player, stake, command, { now: NOW + SEVEN_DAYS_MS - 1 })).toMatchObject(
        {
          ok: false,
          code: 'stake-locked',
        },
      );
      expect(unstake(state.player, stake, command, { now: NOW + SEVEN_DAYS_MS }).ok).toBe(true);
    },
  );

  test.each([
    ['10000', 1000n],
    ['10', 1n],
    ['9.999999999999999999', 0n],
    ['19.99', 1n],
    ['1250.5', 125n],
    ['0.000000000000000001', 0n],
    ['100000', 10_000n],
  ])('DENA to GDP rate: 0.1 GDP per DENA (%s DENA gives +%s GDP)', (amount, bonus) => {
    expect(denaGdpBonus(parseDena(amount) ?? -1n)).toBe(bonus);
  });

  test.each([
    ['wood', 10],
    ['oil', 50],
    ['food', 20],
    ['technology', 100],
  ] as const)('Trade prices in DENA per unit: %s %i', (resourceType, price) => {
    expect(TRADE_PRICES[resourceType]).toBe(price);
    for (const quantity of [10, 50, 1000]) {
      const state = newcomer('usa', held);
      const decision = trade(
        state.player,
        { resourceType, quantity },
        { now: NOW, holdings: held },
      );
      if (!decision.ok) throw new Error(decision.message);
      // Total cost is price × quantity.
      expect(decision.costWei).toBe(dena(price * quantity));
      expect(decision.change.player.spentWei).toBe(dena(price * quantity));
      expect(decision.change.player.resources.units[resourceType]).toBe(quantity);
    }
  });

  test('Trade: the quantity runs 0..1000, step 10, default 50', () => {
    // [ENT8] Exactly the resources of the catalogue have a price.
    expect(Object.keys(TRADE_PRICES)).toEqual(['wood', 'oil', 'food', 'technology']);
    expect(TRADE_QUANTITY).toEqual({ max: 1000, step: 10, initial: 50 });
    const bought = (quantity: number) =>
      trade(
        newcomer('usa', held).player,
        { resourceType: 'wood', quantity },
        { now: NOW, holdings: held },
      ).ok;
    const tradable = Array.from({ length: 1200 }, (_, n) => n - 50).filter(bought);
    // Nothing can be bought with 0, so the server refuses it [TRD1].
    expect(tradable).toEqual(Array.from({ length: 100 }, (_, n) => (n + 1) * 10));
    for (const quantity of [10.5, 1e21, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(bought(quantity)).toBe(false);
    }
  });

  test.each([
    ['usa', 1500],
    ['italy', 1200],
    ['argentina', 1000],
    ['china', 1300],
  ] as const)('Cultural NFT GDP bonuses: %s %i', (nationId, bonus) => {
    const { stake, state } = stakeOfKind(nationId, 'cultural');
    expect(stake).toMatchObject({ culturalGdpBonus: bonus });
    expect(state.player.standing.gdp - NATIONS[nationId].startingGdp).toBe(bonus);
    // The guide says 500-2000.
    expect(bonus).toBeGreaterThanOrEqual(500);
    expect(bonus).toBeLessThanOrEqual(2000);
  });

  test('Chain id 1 (Ethereum Mainnet): a message of another chain signs nobody in', () => {
    const signIn = (chainId: number) => {
      const text = signInMessage({
        domain: 'play.example',
        uri: 'https://play.example',
        walletAddress: address(`0x${'1'.repeat(40)}`),
        chainId,
        nonce: '0123456789abcdef',
        issuedAt: new Date(NOW),
      });
      const fields = parseSignIn(text);
      return fields.ok ? objectionTo(fields, 'https://play.example', NOW) : fields;
    };
    expect(signIn(1)).toBeNull();
    for (const chainId of [0, 5, 137, 11_155_111]) {
      expect(signIn(chainId)?.message).toContain('Please switch to Ethereum Mainnet (Chain ID: 1)');
    }
  });
});
