/** A watch of `@denaria/client` on the real server, commit by commit. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient, type Board, type LiveStatus } from '../../client-kit/client.ts';
import { leaderboardCall, type LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { byNation, NATION_IDS } from '../../common/values/nations.ts';
import { Harness } from '../../server/test/support/harness.ts';
import { freePort } from '../test/listening.ts';

const PATIENTLY = { timeout: 60_000, interval: 10 };

test('[PRO15] through 64 commits and a restart, every board is the server’s list at that rev', async () => {
  const env = { PORT: String(await freePort()), WALLET_PROOF: 'off' };
  const server = await Harness.start({ env });
  onTestFinished(() => server.close());
  const { url } = server;
  const denaria = createClient({ origin: url });
  const boards: Board[] = [];
  const statuses: LiveStatus[] = [];
  const own: (LeaderboardEntry | null)[] = [];
  const watching = denaria.watch(
    { walletAddress: walletOf(1) },
    {
      onBoard: (board) => boards.push(board),
      onStatus: (status) => statuses.push(status),
      onPlayer: (row) => own.push(row),
    },
  );
  onTestFinished(() => watching.close());
  const lists = new Map<string, { rows: unknown; totalCount: number }>();
  const list = async () => {
    const response = await fetch(new URL(leaderboardCall.path, url));
    const { headers } = response;
    const rev = headers.get('X-Board-Rev') ?? '';
    lists.set(rev, {
      rows: await response.json(),
      totalCount: Number(headers.get('X-Total-Count')),
    });
    return rev;
  };

  const players = Array.from({ length: 16 }, (_, n) => walletOf(n + 1));
  let commits = 0;
  const commit = async (n: number) => {
    const walletAddress = players[n % players.length] ?? walletOf(1);
    if (n < players.length) {
      server.chain.give(walletAddress, { denaWei: dena(10_000) });
      const nationId = NATION_IDS[n % NATION_IDS.length] ?? 'usa';
      await denaria.call('chooseNation', { body: { walletAddress, nationId } });
    } else await denaria.call('stakeDena', { body: { walletAddress, amount: 100 + n } });
    commits += 1;
    const rev = await list();
    // The others come in bursts, of which the board shows only the end.
    if (n % 2 === 0)
      await vi.waitFor(() => expect((watching.board?.rev ?? '') >= rev).toBe(true), PATIENTLY);
  };
  for (let n = 0; n < 40; n += 1) await commit(n);
  const body = { walletAddress: walletOf(1), amount: '1000.5' };
  const sent = denaria.call('stakeDena', { body });
  await Promise.all([server.restart(), sent]);
  const params = { walletAddress: walletOf(1) };
  const stakes = await denaria.call('getDenaStakes', { params });
  // Whether it was carried out before or after.
  expect(stakes.filter(({ stakedAmount }) => stakedAmount === body.amount)).toHaveLength(1);
  for (let n = 40; n < 64; n += 1) await commit(n);
  expect(commits).toBe(64);

  const last = await list();
  await vi.waitFor(() => expect(watching.board?.rev).toBe(last), PATIENTLY);
  const compared = boards.filter(({ rev }) => lists.has(rev));
  expect(compared.length).toBeGreaterThanOrEqual(30);
  for (const { rev, rows, totalCount } of compared) {
    expect({ rows, totalCount }).toEqual(lists.get(rev));
  }
  await vi.waitFor(() => expect(watching.status).toBe('live'), PATIENTLY);
  expect(statuses).toContain('live');
  expect(own.at(-1)).toEqual(
    watching.board?.rows.find(({ walletAddress }) => walletAddress === walletOf(1)),
  );
  expect(Object.keys(watching.nations)).toEqual(Object.keys(byNation(() => 0)));
});
