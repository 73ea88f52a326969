/** Creates rivals: accounts of the public mnemonic, endowed, each with a chosen nation. */
import type { ConfigView } from '../../common/protocol/config.ts';
import { chooseNationCall, playerNationCall } from '../../common/protocol/player-nation.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { ApiPlayer } from './api-player.ts';
import { createRandom } from './random.ts';
import { accountsFrom } from './rival-names.ts';
import { endow } from './treasury.ts';
import type { Rival } from './whims.ts';

export interface Recruits {
  /** The game's processes; the rivals are distributed over them. */
  readonly origins: readonly [string, ...string[]];
  readonly rpcUrl: string;
  readonly config: ConfigView;
  readonly count: number;
  /** The first account to play, at least 10: accounts 0–9 are for people. */
  readonly firstAccount: number;
  readonly seed: number;
}

/** Endows and signs in `count` rivals. @throws Error naming the first that could not start. */
export async function recruit(recruits: Recruits): Promise<Rival[]> {
  const { origins, rpcUrl, config, count, firstAccount, seed } = recruits;
  const chance = createRandom(seed);
  const rivals = accountsFrom(firstAccount, count).map((wallet, i): Rival => {
    const random = chance.fork(i);
    const origin = origins[i % origins.length] ?? origins[0];
    return {
      player: new ApiPlayer(origin, wallet, config.chainId),
      nationId: random.pick(NATION_IDS),
      random,
    };
  });
  const newcomers = await thoseWithoutNation(rivals);
  await endow(
    rpcUrl,
    config.contracts,
    newcomers.map(({ player, nationId, random }) => ({
      wallet: player.walletAddress,
      nationId,
      dena: random.int(10, 400) * 100,
      nationals: random.int(0, 6),
      culturals: random.int(0, 4),
    })),
  );
  for (const { player, nationId } of newcomers) {
    const { walletAddress } = player;
    const chosen = await player.call(chooseNationCall, { body: { walletAddress, nationId } });
    if (chosen.kind !== 'acknowledged') throw new Error(`a rival cannot start: ${chosen.words}`);
  }
  return rivals;
}

/** Rivals that have played here before continue with what they have. */
async function thoseWithoutNation(rivals: readonly Rival[]): Promise<Rival[]> {
  const newcomers: Rival[] = [];
  for (const rival of rivals) {
    const { walletAddress } = rival.player;
    const known = await rival.player.call(playerNationCall, { params: { walletAddress } });
    if (known.status === 404) newcomers.push(rival);
    else if (known.kind === 'failed') throw new Error(`no game to play: ${known.words}`);
  }
  return newcomers;
}
