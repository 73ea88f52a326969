/** Two game processes on one MongoDB, and wallets that play at either of them. */
import { leaderboardCall, type LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../common/values/address.ts';
import { NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import type { Gift } from '../../chain/testing/fake-chain.ts';
import { newDataFolder, removeDataFolder } from './data-folder.ts';
import { ask, insist } from './http-client.ts';
import { startProcess, type GameProcess } from './processes.ts';

export interface TwoProcesses {
  readonly first: GameProcess;
  readonly second: GameProcess;
  readonly urls: readonly [string, string];
  /** Puts tokens into a wallet, on the one chain that both see. */
  give(wallet: Address, gift: Gift): Promise<void>;
  /** Gives a new player tokens and a nation, at one process or the other. */
  settle(wallet: Address, gift: Gift, nationId?: NationId): Promise<void>;
  /** @throws Error if one of them had ended by itself. */
  close(): Promise<void>;
}

export async function startTwoProcesses(
  mongodbUri: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TwoProcesses> {
  const dataDir = await newDataFolder();
  const all = {
    MONGODB_URI: mongodbUri,
    DATA_DIR: dataDir,
    WALLET_PROOF: 'off',
    SESSION_SECRET: 'one secret for every process of the game',
    LOG_LEVEL: 'warn',
    ...env,
  };
  const processes = await Promise.all([startProcess(all, dataDir), startProcess(all, dataDir)]);
  const [first, second] = processes;
  let settled = 0;
  const give = async (wallet: Address, gift: Gift) => {
    for (const one of processes) await one.give(wallet, gift);
  };
  return {
    first,
    second,
    urls: [first.url, second.url],
    give,
    async settle(walletAddress, gift, nationId = NATION_IDS[settled % NATION_IDS.length]) {
      await give(walletAddress, gift);
      settled += 1;
      const { url } = settled % 2 ? first : second;
      // An election may be under way.
      const answer = await insist(url, '/api/player-nation', { walletAddress, nationId });
      if (answer.status !== 201) throw new Error(answer.text);
    },
    async close() {
      const crashed = processes.filter((one) => one.endedByItself());
      for (const one of processes) one.signal('SIGKILL');
      await Promise.all(processes.map(({ exit }) => exit));
      await removeDataFolder(dataDir);
      if (crashed.length === 0) return;
      throw new Error(
        `a process ended by itself\n${crashed.map((one) => one.output()).join('\n')}`,
      );
    },
  };
}

/** The list as a process answers it. */
export async function listAt(url: string): Promise<LeaderboardEntry[]> {
  return (await ask(url, '/api/leaderboard')).json(leaderboardCall.answers[200]);
}
