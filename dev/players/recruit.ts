/** Rivals from nothing: accounts of the public mnemonic, endowed, each with a nation chosen. */
import { HDNodeWallet, Mnemonic } from 'ethers';
import type { ConfigView } from '../../common/protocol/config.ts';
import { chooseNationCall } from '../../common/protocol/player-nation.ts';
import { address } from '../../common/values/address.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { ApiPlayer } from './api-player.ts';
import { createRandom } from './random.ts';
import { endow } from './treasury.ts';
import type { Rival } from './whims.ts';

/** The mnemonic that every development chain knows: its accounts hold nothing of worth anywhere. */
const PUBLIC_MNEMONIC = 'test test test test test test test test test test test junk';

export interface Recruits {
  readonly origin: string;
  readonly rpcUrl: string;
  readonly config: ConfigView;
  readonly count: number;
  /** The first account to play, 10 or more: 0–9 are for people. */
  readonly firstAccount: number;
  readonly seed: number;
}

/** Endows and signs in `count` rivals. @throws Error naming the first that could not begin. */
export async function recruit(recruits: Recruits): Promise<Rival[]> {
  const { origin, rpcUrl, config, count, firstAccount, seed } = recruits;
  const chance = createRandom(seed);
  const root = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(PUBLIC_MNEMONIC), "m/44'/60'/0'/0");
  const rivals = Array.from({ length: count }, (_, i): Rival => {
    const random = chance.fork(i);
    return {
      player: new ApiPlayer(origin, root.deriveChild(firstAccount + i), config.chainId),
      nationId: random.pick(NATION_IDS),
      random,
    };
  });
  await endow(
    rpcUrl,
    config.contracts,
    rivals.map(({ player, nationId, random }) => ({
      wallet: address(player.walletAddress),
      nationId,
      dena: random.int(10, 400) * 100,
      nationals: random.int(0, 6),
      culturals: random.int(0, 4),
    })),
  );
  for (const { player, nationId } of rivals) {
    const { walletAddress } = player;
    const chosen = await player.call(chooseNationCall, { body: { walletAddress, nationId } });
    // 409: it plays for another nation since an earlier start, and goes on doing so.
    if (chosen.kind === 'acknowledged' || chosen.status === 409) continue;
    throw new Error(`a rival could not begin: ${chosen.words}`);
  }
  return rivals;
}
