/**
 * The rivals' ways over the game itself, in this process: its engine and board, a store and a chain in memory, and
 * a clock that the test moves. Days pass in seconds.
 */
import { createLog } from '../../../server/observe/log.ts';
import { TEST_CONTRACTS } from '../../../server/chain/testing/chain-sim.ts';
import { FakeChain } from '../../../server/chain/testing/fake-chain.ts';
import { BackingProgress } from '../../../server/game/backing/backing-progress.ts';
import { chooseNationCommand } from '../../../server/game/commands/choose-nation.ts';
import { contributeCommand, tradeCommand } from '../../../server/game/commands/resources.ts';
import {
  stakeDenaCommand,
  stakeNftCommand,
  unstakeDenaCommand,
  unstakeNftCommand,
} from '../../../server/game/commands/stakes.ts';
import { verifyCommand } from '../../../server/game/commands/upkeep.ts';
import type { Command } from '../../../server/game/engine/command.ts';
import { createGame, type Game } from '../../../server/game/engine/game.ts';
import type { NftFacts } from '../../../server/game/reads/tokens.ts';
import { Board } from '../../../server/leaderboard/board.ts';
import { followBoard } from '../../../server/leaderboard/follow-board.ts';
import { openMemoryStore } from '../../../server/store/testing/memory-store.ts';
import { availableWei } from '../../../common/rules/dena.ts';
import { WEI_PER_DENA } from '../../../common/values/amount.ts';
import type { Address } from '../../../common/values/address.ts';
import { NATIONS, type NationId } from '../../../common/values/nations.ts';
import { metadataOf, type Collection } from '../../nft-art/metadata.ts';
import { tokenFacts } from '../../nft-art/tokens.ts';
import type { Asset, Action, Sight, Standing } from '../life.ts';
import type { Outcome, Failure, Ways } from '../society.ts';

function readToken(collection: Collection, nationId: NationId) {
  const facts = tokenFacts(String(NATIONS[nationId].tokenId));
  if (!facts) throw new Error(`no token of ${nationId}`);
  const { name, attributes } = metadataOf(collection, facts, 'http://localhost/picture');
  const traits = attributes.flatMap(({ trait_type, value }) =>
    typeof value === 'number' ? [{ trait: trait_type, value }] : [],
  );
  return Promise.resolve({ token: { name, imageUrl: '', attributes: traits }, defect: null });
}

const NFTS: NftFacts = {
  collections: { national: TEST_CONTRACTS.nationalNft, cultural: TEST_CONTRACTS.culturalNft },
  tokens: { read: readToken, peek: () => () => null },
};

/** The rivals' wages and sales are transfers of a chain that takes no time. */
export class SimulatedGame implements Ways {
  readonly board = new Board();
  readonly #chain = new FakeChain();
  readonly #store = openMemoryStore();
  readonly #game: Game;
  readonly #purses = new Map<Address, Purse>();
  readonly #note: (words: string) => void;
  #nowMs: number;
  #isAway = false;

  private constructor(startMs: number, note: (words: string) => void) {
    this.#nowMs = startMs;
    this.#note = note;
    const holdings = new BackingProgress(this.#chain);
    const now = () => this.#nowMs;
    const clock = { now, machineNow: now, advance: async () => {} };
    this.#game = createGame({ store: this.#store, holdings, board: this.board, clock });
  }

  /** @param note receives each action in words, without the ids of stakes, which are random. */
  static async open(startMs: number, note: (words: string) => void): Promise<SimulatedGame> {
    const game = new SimulatedGame(startMs, note);
    const { board } = game;
    await followBoard({ store: game.#store, board, log: createLog('silent') }, () => {});
    return game;
  }

  now(): number {
    return this.#nowMs;
  }

  pass(ms: number): void {
    this.#nowMs += ms;
  }

  /** The chain stops answering. */
  goAway(): void {
    this.#isAway = true;
    this.#chain.goDown();
  }

  comeBack(): void {
    this.#isAway = false;
    this.#chain.comeBack();
  }

  /** Sets what a wallet has on the chain. */
  async endow(wallet: Address, nationId: NationId, copies: Readonly<Record<Asset, number>>) {
    this.#purses.set(wallet, { nationId, ...copies });
    await this.#onChain(wallet);
  }

  standings(): Promise<readonly Standing[]> {
    return Promise.resolve(this.board.page(1000, 0));
  }

  async look(wallet: Address): Promise<Sight | Failure> {
    const player = await this.#store.player(wallet);
    if (!player) throw new Error(`${wallet} has not joined`);
    const { standing, holdings, spentWei, resources } = player;
    const query = { activeOnly: true, before: null, limit: 1000 };
    const stakes = await this.#store.stakes(wallet, {
      ...query,
      kinds: ['dena', 'national', 'cultural'],
    });
    return {
      gdp: standing.gdp,
      available: Number(availableWei(player) / WEI_PER_DENA),
      held: Number((holdings.denaWei - spentWei) / WEI_PER_DENA),
      resources: resources.units,
      copies: {
        national: { all: holdings.national, free: holdings.national - standing.nationalCount },
        cultural: { all: holdings.cultural, free: holdings.cultural - standing.culturalCount },
      },
      denaStakes: standing.activeStakes.dena,
      unlocked: stakes
        .filter(({ unstakeableAt }) => unstakeableAt <= this.now())
        .map(({ id, kind }) => ({ asset: kind, stakeId: id })),
    };
  }

  join(wallet: Address, nationId: NationId): Promise<Outcome> {
    return this.#do(chooseNationCommand({ wallet, nationId }));
  }

  async act(wallet: Address, action: Action): Promise<Outcome> {
    this.#note(`${wallet} ${JSON.stringify({ ...action, stakeId: undefined })}`);
    switch (action.kind) {
      case 'stake':
        return this.#stake(wallet, action);
      case 'unstake': {
        const order = { wallet, stakeId: action.stakeId };
        return action.asset === 'dena'
          ? this.#do(unstakeDenaCommand(order))
          : this.#do(unstakeNftCommand(order));
      }
      case 'trade':
        return this.#do(tradeCommand({ wallet, ...action }));
      case 'contribute':
        return this.#do(
          contributeCommand({ wallet, ...action }, (nationId) => this.board.contributed(nationId)),
        );
      case 'sell':
        if (this.#isAway) return NOT_ANSWERED;
        await this.#move(wallet, action.asset, -action.amount);
        if (action.to !== 'the market') await this.#move(action.to, action.asset, action.amount);
        return DONE;
    }
  }

  async pay(wallet: Address, dena: number): Promise<boolean> {
    if (this.#isAway) return false;
    await this.#move(wallet, 'dena', dena);
    return true;
  }

  #stake(wallet: Address, { asset, amount }: Extract<Action, { kind: 'stake' }>): Promise<Outcome> {
    if (asset === 'dena') {
      return this.#do(stakeDenaCommand({ wallet, amountWei: BigInt(amount) * WEI_PER_DENA }));
    }
    const { nationId } = this.#purse(wallet);
    const order = {
      wallet,
      kind: asset,
      tokenId: BigInt(NATIONS[nationId].tokenId),
      contract: NFTS.collections[asset],
      quantity: amount,
    };
    return this.#do(stakeNftCommand(order, NFTS));
  }

  async #move(wallet: Address, asset: Asset, amount: number): Promise<void> {
    const purse = this.#purse(wallet);
    this.#purses.set(wallet, { ...purse, [asset]: purse[asset] + amount });
    await this.#onChain(wallet);
  }

  #purse(wallet: Address): Purse {
    const purse = this.#purses.get(wallet);
    if (!purse) throw new Error(`nobody endowed ${wallet}`);
    return purse;
  }

  /** Puts the wallet's purse on the chain; the game follows [CHN1]. */
  async #onChain(wallet: Address): Promise<void> {
    const { nationId, dena, national, cultural } = this.#purse(wallet);
    this.#chain.give(wallet, {
      denaWei: BigInt(dena) * WEI_PER_DENA,
      national: { [nationId]: national },
      cultural: { [nationId]: cultural },
    });
    const holdings = await this.#chain.holdings(wallet, nationId);
    await this.#game.act(verifyCommand(wallet, holdings), null);
  }

  async #do<Answer>(command: Command<Answer>): Promise<Outcome> {
    const outcome = await this.#game.act(command, null);
    if (outcome.ok) return DONE;
    return { kind: 'refused', status: 409, code: outcome.code, words: outcome.message };
  }
}

interface Purse extends Readonly<Record<Asset, number>> {
  readonly nationId: NationId;
}

const NOT_ANSWERED: Failure = { kind: 'failed', status: null, code: null, words: 'no chain' };
const DONE: Outcome = { kind: 'acknowledged', status: 200, answer: null };
