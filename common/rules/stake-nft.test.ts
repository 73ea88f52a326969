import { describe, expect, test } from 'vitest';
import {
  ALICE,
  BOB,
  holdings,
  HOUR_MS,
  newcomer,
  NOW,
  rules,
  stakeId,
} from '../testing/fixtures.ts';
import { NATIONS, type NationId } from '../values/nations.ts';
import { stakeNft, type NftStakeCommand } from './stake-nft.ts';

const collections = { national: ALICE, cultural: BOB };
const facts = {
  now: NOW,
  rules,
  holdings: holdings({ block: 2, national: 3, cultural: 5 }),
  collections,
  token: {
    imageUrl: 'https://example.test/1.svg',
    attributes: [
      { trait: 'Territory', value: 250 },
      { trait: 'Production', value: 0.4 },
    ],
  },
};

function command(nationId: NationId, parts: Partial<NftStakeCommand> = {}): NftStakeCommand {
  const kind = parts.kind ?? 'national';
  return {
    stakeId: stakeId('n'),
    kind,
    contract: collections[kind],
    tokenId: BigInt(NATIONS[nationId].tokenId),
    quantity: 1,
    ...parts,
  };
}

/** A newcomer's stake of their own nation's NFT. */
function staking(
  nationId: NationId,
  parts: Partial<NftStakeCommand> = {},
  others: Partial<Parameters<typeof stakeNft>[2]> = {},
) {
  return stakeNft(newcomer(nationId).player, command(nationId, parts), { ...facts, ...others });
}

describe('[NFT1] staking national NFTs', () => {
  test('is refused if the metadata can’t be read, whatever the hash would give', () => {
    const unread = { token: null };
    const unavailable = { ok: false, code: 'metadata-unavailable' };
    expect(staking('italy', {}, unread)).toMatchObject(unavailable);
    const unusable = { ...unread, defect: 'is not valid JSON' };
    expect(staking('italy', {}, unusable)).toEqual({
      ok: false,
      code: 'metadata-unusable',
      message:
        'This NFT cannot be staked: its metadata, which says what it is worth, is not valid JSON. Only the owner of the collection can correct that. Stake DENA or cultural NFTs meanwhile.',
    });
    // A player who could not stake it anyway gets that refusal instead.
    expect(staking('italy', { quantity: 9 }, unread)).toMatchObject({
      code: 'insufficient-nfts',
    });
    expect(staking('italy', { kind: 'cultural' }, unread)).toMatchObject({
      ok: true,
      stake: { imageUrl: '', culturalGdpBonus: 1200, stakedAt: NOW, playerVersion: 2 },
      change: { event: { kind: 'cultural-staked', detail: { stakeIds: ['n'], quantity: 1 } } },
    });
  });

  test('keeps a picture that is short enough for a list of a thousand', () => {
    const storedImage = (imageUrl: string) =>
      staking('italy', {}, { token: { ...facts.token, imageUrl } });
    const picture = 'data:image/svg+xml,'.padEnd(16_384, 'a');
    expect(storedImage(picture)).toMatchObject({ ok: true, stake: { imageUrl: picture } });
    expect(storedImage(`${picture}a`)).toMatchObject({ ok: true, stake: { imageUrl: '' } });
  });

  test('raises territory, production and GDP by the traits frozen on the stake', () => {
    expect(staking('italy', { quantity: 2 })).toMatchObject({
      ok: true,
      stake: {
        territoryKm2: 250,
        productionHundredths: 40,
        unstakeableAt: NOW + rules.lockMs,
      },
      change: {
        player: {
          standing: { territoryKm2: 500, productionHundredths: 80, nationalCount: 2, gdp: 32_400 },
        },
        event: {
          kind: 'national-staked',
          gdpBefore: 18_000,
          detail: { stakeIds: ['n'], quantity: 2 },
        },
      },
    });
  });

  test('settles what accrued at the old rate first [ACC1]', () => {
    expect(staking('usa', {}, { now: NOW + HOUR_MS, rules })).toMatchObject({
      change: { player: { resources: { units: { wood: 6 }, settledAt: NOW + HOUR_MS } } },
    });
  });
});

describe('[NFT3] only one’s own nation’s NFTs', () => {
  test.each([
    ['cultural', 'china', 'The Temple of Heaven belongs to China.'],
    ['cultural', 'usa', 'The Liberty Bell belongs to the United States.'],
    ['national', 'usa', 'this one belongs to the United States.'],
  ] as const)('a %s NFT of %s is refused by its name', (kind, nationId, words) => {
    expect(stakeNft(newcomer('italy').player, command(nationId, { kind }), facts)).toMatchObject({
      ok: false,
      code: 'wrong-nft',
      message: `Only NFTs of Italy can be staked here: ${words}`,
    });
  });
});

describe('[NFT4] no more than the balance', () => {
  test('in one stake', () => {
    expect(staking('usa', { quantity: 4 })).toMatchObject({
      ok: false,
      code: 'insufficient-nfts',
      message: 'Only 3 of this NFT can still be staked. Stake that many or fewer.',
    });
  });

  test('of none at all: You don’t own this NFT', () => {
    expect(staking('usa', {}, { holdings: holdings() })).toMatchObject({
      ok: false,
      code: 'not-owner',
      message: "You don't own this NFT",
    });
  });
});
