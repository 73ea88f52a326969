/** Which of the wallets that logs name are players: each look names most of them again. */
import type { Address } from '../../../common/values/address.ts';
import { StoreUnavailable } from '../../store/store.ts';

/** How many wallets are looked up in parallel. */
const LOOKUPS = 64;

/** Wallets, and the newest block in which their tokens moved. */
type Moves = ReadonlyMap<Address, number>;

export class NamedPlayers {
  readonly #isPlayer: (wallet: Address) => Promise<boolean>;
  /** What was processed last, players or not. */
  #processed: Moves = new Map();

  constructor(isPlayer: (wallet: Address) => Promise<boolean>) {
    this.#isPlayer = isPlayer;
  }

  /** The players, without those whose same block was processed. @throws StoreUnavailable */
  async playersAmong(wallets: Moves): Promise<Map<Address, number>> {
    const fresh = [...wallets].filter(([wallet, block]) => this.#processed.get(wallet) !== block);
    const players = new Map<Address, number>();
    for (let start = 0; start < fresh.length; start += LOOKUPS) {
      await Promise.all(
        fresh.slice(start, start + LOOKUPS).map(async ([wallet, block]) => {
          if (await this.#mayPlay(wallet)) players.set(wallet, block);
        }),
      );
    }
    return players;
  }

  processed(wallets: Moves): void {
    this.#processed = wallets;
  }

  forget(): void {
    this.#processed = new Map();
  }

  /** Who can't be looked up is left to the verifier, and blocks nobody else. */
  async #mayPlay(wallet: Address): Promise<boolean> {
    try {
      return await this.#isPlayer(wallet);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      return true;
    }
  }
}
