/**
 * The rivals of a world: accounts of the public mnemonic, dealt over the nations, each with its
 * manner.
 */
import type { HDNodeWallet } from 'ethers';
import { address } from '../../common/values/address.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import type { Character } from './life.ts';
import { mannerOf } from './manners.ts';
import { createRandom } from './random.ts';
import { accountsFrom } from './rival-names.ts';

export interface Rival extends Character {
  readonly signer: HDNodeWallet;
}

/**
 * @param firstAccount at least 10: accounts 0–9 are for people. The same seed deals the same
 * nations.
 */
export function recruit(options: {
  readonly count: number;
  readonly firstAccount: number;
  readonly seed: number;
}): Rival[] {
  const random = createRandom(options.seed).fork(-3);
  const dealt = NATION_IDS.map((id) => ({ id, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ id }) => id);
  return accountsFrom(options.firstAccount, options.count).map((signer, i) => {
    const nation = i % dealt.length;
    return {
      signer,
      walletAddress: address(signer.address),
      nationId: dealt[nation] ?? NATION_IDS[0],
      manner: mannerOf(Math.floor(i / dealt.length), nation),
    };
  });
}
