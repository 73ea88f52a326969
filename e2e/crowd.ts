/** A game full of players who need no signatures, in the order of their ranks. */
import { leaderboardCall, type LeaderboardEntry } from '../common/protocol/leaderboard.ts';
import type { NationId } from '../common/values/nations.ts';
import { DevServer } from './dev-server.ts';

/** As many simultaneous requests as the server accepts without refusing any. */
const AT_ONCE = 32;

/** A game that takes commands without a wallet's proof. */
export function openGame(): DevServer {
  return new DevServer({ pages: 'built', env: { WALLET_PROOF: 'off' } });
}

/** The nth wallet of the crowd: `0xaaaa…`. */
export function crowdWallet(n: number): string {
  return `0x${(0x5000 + n).toString(16).padStart(40, 'a')}`;
}

export async function join(
  url: string,
  walletAddress: string | null,
  nationId: NationId,
): Promise<void> {
  const answer = await fetch(`${url}/api/player-nation`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ walletAddress, nationId }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
}

/** Chooses a nation for the crowd's players from the nth up to, but not including, `end`. */
export async function joinAll(
  url: string,
  from: number,
  end: number,
  nationId: NationId,
): Promise<void> {
  for (let n = from; n < end; n += AT_ONCE) {
    const wallets = Array.from({ length: Math.min(AT_ONCE, end - n) }, (_, i) =>
      crowdWallet(n + i),
    );
    await Promise.all(wallets.map((wallet) => join(url, wallet, nationId)));
  }
}

export async function leaderboard(url: string): Promise<readonly LeaderboardEntry[]> {
  const answer = await fetch(`${url}/api/leaderboard`);
  return leaderboardCall.answers[200].parse(await answer.json());
}
