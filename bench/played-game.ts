/** A game that was played before the measurement: players who joined and staked evenly over some time. */
import { createHash } from 'node:crypto';
import { after, dena, type PlayerState } from '../common/testing/fixtures.ts';
import { address, type Address } from '../common/values/address.ts';
import { NATION_IDS } from '../common/values/nations.ts';
import type { ChainSim } from '../server/chain/testing/chain-sim.ts';
import { joining, stakingDena, stateAfter } from '../server/store/testing/fixtures.ts';
import { inParallel } from '../server/store/testing/observe.ts';
import type { Store } from '../server/store/store.ts';

/** As many commits as share a transaction. */
const AT_ONCE = 64;

/** Commits from one moment on, evenly until another, in ms since 1970. */
export interface Stretch {
  readonly commits: number;
  readonly from: number;
  readonly to: number;
}

export class PlayedGame {
  readonly wallets: Address[] = [];
  readonly #chain: ChainSim | null;
  readonly #states: PlayerState[] = [];
  #stakes = 0;

  /** @param chain of a server that runs meanwhile: it gets what the players hold. */
  constructor(chain: ChainSim | null = null) {
    this.#chain = chain;
  }

  /** That many players join. */
  async join(store: Store, { commits, from, to }: Stretch): Promise<void> {
    const before = this.#states.length;
    const players = Array.from({ length: commits }, (_, i) => playerOf(before + i));
    // What `joining` records that they hold, in one block: the server compares it at the block that it is at.
    const chain = this.#chain;
    chain?.mine(
      players.flatMap(({ wallet, nation }) =>
        chain.transfersTo(wallet, {
          denaWei: dena(1_000_000),
          national: { [nation]: 3 },
          cultural: { [nation]: 5 },
        }),
      ),
      { isSilent: true },
    );
    await inParallel(AT_ONCE, commits, async (i) => {
      const n = before + i;
      const { wallet, nation } = playerOf(n);
      const joined = joining(wallet, nation, Math.round(from + (i * (to - from)) / commits));
      await store.commit(joined, 0, null);
      this.wallets[n] = wallet;
      this.#states[n] = stateAfter([joined]);
    });
  }

  /** That many stakes more, by all players in turn. */
  async stake(store: Store, { commits, from, to }: Stretch): Promise<void> {
    const players = this.#states.length;
    const before = this.#stakes;
    this.#stakes += commits;
    await inParallel(Math.min(AT_ONCE, players), commits, async (i) => {
      const n = before + i;
      const at = Math.round(from + (i * (to - from)) / commits);
      await this.stakeOf(store, n % players, 100 + ((n * 7919) % 10_000), at);
    });
  }

  /** One player's stake; the one before it must be stored. */
  async stakeOf(store: Store, player: number, amount: number, at: number): Promise<void> {
    const state = this.#states[player];
    if (!state) throw new Error('nobody has joined');
    const change = stakingDena(state, amount, at);
    this.#states[player] = after(state, change);
    await store.commit(change, change.player.version - 1, null);
  }
}

const playerOf = (n: number) => ({
  wallet: walletOf(n),
  nation: NATION_IDS[n % NATION_IDS.length] ?? ('italy' as const),
});

/** In no order of address, and without a pattern that would compress too well. */
export function walletOf(n: number): Address {
  return address(`0x${createHash('sha256').update(String(n)).digest('hex').slice(0, 40)}`);
}
