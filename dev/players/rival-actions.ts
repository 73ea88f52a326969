/**
 * What rivals read and do: through the public API, with signatures of their own, and on the
 * development chain. All of it throws an Error if the game or the chain does not answer, or returns
 * what was answered.
 */
import { configCall, type ConfigView } from '../../common/protocol/config.ts';
import { contributeCall } from '../../common/protocol/contribute.ts';
import {
  denaStakesCall,
  stakeDenaCall,
  unstakeDenaCall,
} from '../../common/protocol/dena-stakes.ts';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { stakeNftCall, territoryCall, unstakeNftCall } from '../../common/protocol/nfts.ts';
import { chooseNationCall, playerNationCall } from '../../common/protocol/player-nation.ts';
import { seasonCall } from '../../common/protocol/seasons.ts';
import { tradeCall } from '../../common/protocol/trade.ts';
import type { Address } from '../../common/values/address.ts';
import { parseDena, WEI_PER_DENA } from '../../common/values/amount.ts';
import { written } from '../../common/values/cultural.ts';
import { NATIONS, type NationId } from '../../common/values/nations.ts';
import { weekAt, weekId } from '../../common/values/week.ts';
import type { Treasury } from '../chain/treasury.ts';
import { ApiPlayer, callApi, type Answered } from './api-player.ts';
import type { Action, Sight, Standing } from './life.ts';
import { endowmentOf, type Manner } from './manners.ts';
import type { Rival } from './recruit.ts';

/** As many as one answer has; of more players only the richest are compared. */
const ROWS = '1000';
/** Of the week's race. */
const WEEK_ROWS = '100';
/** Everybody looks at the ranking, as often as this. */
const STANDINGS_MS = 1000;

/** What is asked of the chain. */
type Chain = Pick<Treasury, 'endow' | 'give' | 'copies' | 'sell'>;

interface Playing {
  readonly player: ApiPlayer;
  readonly rival: Rival;
}

export class RivalActions {
  /** Those who play already play for the nation that they chose then, whatever the seed. */
  readonly rivals: readonly Rival[];
  /** The wallets that play already. */
  readonly joined: ReadonlySet<Address>;
  readonly #origin: string;
  readonly #chain: Chain;
  readonly #contracts: ConfigView['contracts'];
  readonly #players: ReadonlyMap<Address, Playing>;
  #aheadMs = 0;
  /** Of the game's last configuration. */
  #rules: ConfigView['rules'];
  #standings: readonly Standing[] = [];
  #readAt = -Infinity;

  private constructor(parts: {
    readonly origins: readonly [string, ...string[]];
    readonly config: ConfigView;
    readonly chain: Chain;
    readonly rivals: readonly Rival[];
    readonly joined: ReadonlySet<Address>;
  }) {
    const { origins, config } = parts;
    this.rivals = parts.rivals;
    this.joined = parts.joined;
    this.#origin = origins[0];
    this.#chain = parts.chain;
    this.#contracts = config.contracts;
    this.#players = new Map(
      parts.rivals.map((rival, i) => {
        const origin = origins[i % origins.length] ?? origins[0];
        const player = new ApiPlayer(origin, rival.signer, config.chainId);
        return [rival.walletAddress, { player, rival }];
      }),
    );
    this.#rules = config.rules;
    this.#learn(config);
  }

  /**
   * Gives those who don't play yet what they begin with.
   * @param options.origins the game's processes; the rivals are distributed over them.
   * @throws Error if the game or its chain does not answer, or the chain does not let us mint.
   */
  static async open(options: {
    readonly origins: readonly [string, ...string[]];
    readonly chain: (contracts: ConfigView['contracts']) => Chain;
    readonly rivals: readonly Rival[];
  }): Promise<RivalActions> {
    const { origins } = options;
    const config = known(await callApi(origins[0], configCall));
    const chain = options.chain(config.contracts);
    const rivals: Rival[] = [];
    const joined = new Set<Address>();
    const newcomers = new Map<Manner, Address[]>();
    for (const rival of options.rivals) {
      const { walletAddress, manner } = rival;
      const params = { walletAddress };
      const answered = await callApi(origins[0], playerNationCall, { params });
      if (answered.kind === 'acknowledged') {
        joined.add(walletAddress);
        rivals.push({ ...rival, nationId: answered.answer.nation.id });
      } else if (answered.status === 404) {
        newcomers.set(manner, [...(newcomers.get(manner) ?? []), walletAddress]);
        rivals.push(rival);
      } else throw new Error(`no game to play: ${answered.words}`);
    }
    for (const [manner, wallets] of newcomers) await chain.endow(wallets, endowmentOf(manner));
    return new RivalActions({ origins, config, chain, rivals, joined });
  }

  /** The game's clock, ms since 1970. */
  now(): number {
    return Date.now() + this.#aheadMs;
  }

  async standings(): Promise<readonly Standing[]> {
    if (performance.now() - this.#readAt < STANDINGS_MS) return this.#standings;
    this.#readAt = performance.now();
    const params = { id: weekId(weekAt(this.now())) };
    const [config, entries, week] = await Promise.all([
      callApi(this.#origin, configCall),
      callApi(this.#origin, leaderboardCall, { query: { limit: ROWS } }),
      callApi(this.#origin, seasonCall, { params, query: { limit: WEEK_ROWS } }),
    ]);
    if (config.kind === 'acknowledged') this.#learn(config.answer);
    // Until somebody has joined there is no week.
    const racers = week.kind === 'acknowledged' ? week.answer.entries : [];
    const gains = new Map(racers.map(({ walletAddress, gained }) => [walletAddress, { gained }]));
    if (entries.kind === 'acknowledged') {
      this.#standings = entries.answer.map((entry) => ({
        ...entry,
        ...gains.get(entry.walletAddress),
      }));
    }
    return this.#standings;
  }

  async look(wallet: Address): Promise<Sight> {
    const { player, rival } = this.#of(wallet);
    const params = { walletAddress: wallet };
    const query = { active: '1' };
    const [answered, dena, nfts, copies] = await Promise.all([
      player.call(playerNationCall, { params }),
      player.call(denaStakesCall, { params, query }),
      player.call(territoryCall, { params, query }),
      this.#chain.copies(wallet, rival.nationId),
    ]);
    const { playerNation, resources } = known(answered);
    const [denaStakes, nftStakes] = [known(dena), known(nfts)];
    const spent = wholeDena(playerNation.totals?.denaSpent ?? '0');
    const copiesOf = (asset: 'national' | 'cultural') => {
      const staked = nftStakes
        .filter(({ nftType }) => nftType === asset)
        .reduce((sum, { quantity }) => sum + quantity, 0);
      return { all: copies[asset], free: Math.max(0, copies[asset] - staked) };
    };
    const stakes = [
      ...denaStakes.map((stake) => ({ ...stake, asset: 'dena' as const })),
      ...nftStakes.map((stake) => ({ ...stake, asset: stake.nftType })),
    ];
    return {
      rules: this.#rules,
      gdp: playerNation.gdp,
      available: wholeDena(playerNation.denaAvailable),
      balance: wholeDena(playerNation.denaBalance) - spent,
      resources,
      copies: { national: copiesOf('national'), cultural: copiesOf('cultural') },
      denaStakes: denaStakes.length,
      unlocked: stakes
        .filter(({ unstakeableAt }) => Date.parse(unstakeableAt) <= this.now())
        .map(({ asset, id }) => ({ asset, stakeId: id })),
    };
  }

  join(walletAddress: Address, nationId: NationId): Promise<Answered<unknown>> {
    const { player } = this.#of(walletAddress);
    return player.call(chooseNationCall, { body: { walletAddress, nationId } });
  }

  async act(walletAddress: Address, action: Action): Promise<Answered<unknown>> {
    const { player, rival } = this.#of(walletAddress);
    switch (action.kind) {
      case 'stake':
        return this.#stake(player, rival.nationId, action);
      case 'unstake':
        return player.call(action.asset === 'dena' ? unstakeDenaCall : unstakeNftCall, {
          body: { walletAddress, stakeId: action.stakeId },
        });
      case 'trade':
      case 'contribute': {
        const { resourceType, quantity } = action;
        return player.call(action.kind === 'trade' ? tradeCall : contributeCall, {
          body: { walletAddress, resourceType, quantity },
        });
      }
      case 'sell': {
        const to = action.to === 'the market' ? null : action.to;
        const { nationId } = rival;
        await this.#chain.sell({ ...action, from: walletAddress, to, nationId });
        return { kind: 'acknowledged', status: 200, answer: null };
      }
    }
  }

  /** Gives whole DENA. */
  pay(wallet: Address, dena: number): Promise<void> {
    return this.#chain.give(wallet, { asset: 'dena', amountWei: BigInt(dena) * WEI_PER_DENA });
  }

  #stake(
    player: ApiPlayer,
    nationId: NationId,
    { asset, amount }: Extract<Action, { kind: 'stake' }>,
  ): Promise<Answered<unknown>> {
    const { walletAddress } = player;
    if (asset === 'dena') {
      return player.call(stakeDenaCall, { body: { walletAddress, amount: String(amount) } });
    }
    const { nationalNft, culturalNft } = this.#contracts;
    return player.call(stakeNftCall, {
      body: {
        walletAddress,
        tokenId: String(NATIONS[nationId].tokenId),
        contractAddress: asset === 'national' ? nationalNft : culturalNft,
        nftType: written(asset),
        quantity: amount,
      },
    });
  }

  #of(wallet: Address): Playing {
    const found = this.#players.get(wallet);
    if (!found) throw new Error(`${wallet} is no rival of this world`);
    return found;
  }

  #learn({ now, rules }: ConfigView): void {
    this.#rules = rules;
    this.#aheadMs = Date.parse(now) - Date.now();
  }
}

/** A development world has few enough of them for a number. */
function wholeDena(text: string): number {
  return Number((parseDena(text) ?? 0n) / WEI_PER_DENA);
}

/** @throws Error if it was not answered */
function known<Answer>(answered: Answered<Answer>): Answer {
  if (answered.kind === 'acknowledged') return answered.answer;
  throw new Error(`the game does not answer: ${answered.words}`);
}
