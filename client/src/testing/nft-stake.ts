/** NFT stakes for tests, as an answer carries them. */
import { nftStakeViewSchema, type NftStakeView } from '../../../common/protocol/nfts.ts';

/** One national NFT of Italy, staked and active. @param over fields in their wire form */
export function landStake(over: object = {}): NftStakeView {
  return nftStakeViewSchema.parse({
    id: 'land-1',
    walletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    tokenId: '2',
    contractAddress: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
    imageUrl: '',
    quantity: 1,
    isActive: 1,
    stakedAt: '2026-11-01T00:00:00.000Z',
    unstakeableAt: '2026-11-08T00:00:00.000Z',
    nftType: 'national',
    territoryValue: 180,
    productionBonus: 0.45,
    culturalGdpBonus: 0,
    ...over,
  });
}

/** One cultural NFT of Italy, staked and active. */
export function cultureStake(over: object = {}): NftStakeView {
  return landStake({
    id: 'culture-1',
    nftType: 'museum',
    territoryValue: 0,
    productionBonus: 0,
    culturalGdpBonus: 1200,
    ...over,
  });
}
