/** [CHN1] Whether what is staked now is held now, by an RPC endpoint of the auditor's own. */
import { configCall } from '../../../common/protocol/config.ts';
import type { Player } from '../../../common/values/player.ts';
import { unbackedAmounts } from '../../../common/rules/verify-holdings.ts';
import { formatDena } from '../../../common/values/amount.ts';
import { STAKE_KINDS } from '../../../common/values/stake.ts';
import { ChainUnavailable, type Chain, type Contracts } from '../../chain/chain.ts';
import { openRpcChain } from '../../chain/rpc-chain.ts';
import { sleep } from '../../lib/machine.ts';
import { Difference, readAs, Unfinished } from './difference.ts';
import type { LogReplay } from './log-replay.ts';
import type { PublicServer } from './public-server.ts';

/** Wallets of a read; it says itself how many of them it took. */
const TOGETHER = 500;
/** Whole reads of a busy endpoint take longer than a game may wait. */
const READ_MS = 30_000;

/**
 * @param catchUp brings the replay up to the newest leaf.
 * @returns how many players were compared, and by which contracts.
 * @throws Difference, Unfinished
 */
export async function checkBacking(
  server: PublicServer,
  { rpc, patienceMs }: { readonly rpc: string; readonly patienceMs: number },
  game: LogReplay,
  catchUp: () => Promise<void>,
): Promise<{ readonly players: number; readonly contracts: Contracts }> {
  const { body } = await server.json(configCall.path);
  const { chainId, contracts } = readAs(configCall.answers[200], configCall.path, body);
  const quiet = { info() {}, warn() {}, error() {} };
  const genesis = { read: () => Promise.resolve(null), keep: () => Promise.resolve() };
  const expected = { contracts, expectedChainId: chainId, refused: 'none' as const, genesis };
  let chain: Chain | null = null;
  try {
    chain = openRpcChain({ ...expected, endpoints: [rpc], log: quiet, callMs: READ_MS });
    await chain.confirm();
    const stakers = stakersIn(game);
    let short = await shortOf(chain, stakers);
    if (short.length === 0) return { players: stakers.length, contracts };
    // They may have moved their tokens just now: the game notices it, and the log then says so.
    await sleep(patienceMs);
    await catchUp();
    short = await shortOf(
      chain,
      stakersIn(game).filter(({ wallet }) => short.some((one) => one.wallet === wallet)),
    );
    const [first] = short;
    if (!first) return { players: stakers.length, contracts };
    throw new Difference(
      `${first.wallet} has staked or spent ${first.what} more than it holds, by ${new URL(rpc).host}, and the log has not ended those stakes meanwhile.`,
    );
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof TypeError) {
      const why = error.message.replaceAll('ETH_RPC_URL', '--rpc');
      throw new Unfinished(`The endpoint --rpc can’t be used. ${why}`, { cause: error });
    }
    throw error;
  } finally {
    chain?.close();
  }
}

function stakersIn({ players }: LogReplay): Player[] {
  return [...players.values()].flatMap(({ player, stakes }) => (stakes.size > 0 ? [player] : []));
}

/** Those that don't hold what they staked, and what they lack. */
async function shortOf(chain: Chain, players: readonly Player[]) {
  const head = await chain.head();
  const short: { readonly wallet: string; readonly what: string }[] = [];
  for (let done = 0; done < players.length; done += TOGETHER) {
    const some = players.slice(done, done + TOGETHER);
    const balances = await chain.holdingsAt(head, some);
    for (const [i, player] of some.entries()) {
      const holdings = balances[i];
      if (!holdings) throw new Unfinished(`The balances of ${player.wallet} can’t be read.`);
      const lacks = unbackedAmounts(player, holdings);
      const kind = STAKE_KINDS.find((one) => lacks[one] > 0n);
      if (!kind) continue;
      const what =
        kind === 'dena' ? `${formatDena(lacks.dena)} DENA` : `${lacks[kind]} ${kind} NFTs`;
      short.push({ wallet: player.wallet, what });
    }
  }
  return short;
}
