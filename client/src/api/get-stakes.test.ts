import { afterEach, expect, test } from 'vitest';
import type { DenaStakeView } from '../../../common/protocol/dena-stakes.ts';
import { STAKES_LISTED } from '../../../common/protocol/stake-lists.ts';
import { address } from '../../../common/values/address.ts';
import { stakeIdSchema } from '../../../common/values/ids.ts';
import { startTestServer, type Seen, type TestServer } from '../testing/api-server.ts';
import { denaStakesQuery } from './dena-stakes.ts';
import { createQueryClient } from './query-client.ts';

const WALLET = address('0x00000000000000000000000000000000000000aa');
const PATH = `/api/dena/stakes/${WALLET}`;

let running: TestServer | null = null;

afterEach(async () => {
  await running?.close();
  running = null;
});

function stakesOf(active: number, ended: number): DenaStakeView[] {
  return Array.from({ length: active + ended }, (_, n) => ({
    id: stakeIdSchema.parse(`stake-${n}`),
    walletAddress: WALLET,
    stakedAmount: '10',
    gdpBonus: 1,
    isActive: n < active ? 1 : 0,
    stakedAt: '2026-01-01T00:00:00.000Z',
    unstakeableAt: '2026-01-08T00:00:00.000Z',
  }));
}

/** Pages as the server answers them. */
function pageOf(stakes: readonly DenaStakeView[], path: string): DenaStakeView[] {
  const { searchParams } = new URL(path, 'http://server.example');
  const start = stakes.findIndex(({ id }) => id === searchParams.get('before')) + 1;
  return stakes
    .filter(({ isActive }, n) => n >= start && (isActive === 1 || !searchParams.has('active')))
    .slice(0, STAKES_LISTED);
}

async function read(bodyOf: (path: string) => DenaStakeView[]): Promise<DenaStakeView[]> {
  running = await startTestServer(({ path }: Seen) => ({ status: 200, body: bodyOf(path) }));
  return createQueryClient().fetchQuery(denaStakesQuery(WALLET));
}

const asked = () => running?.seen.map(({ path }) => path);

test('a list of up to 1,000 is one answer, however many of its stakes are active', async () => {
  const stakes = stakesOf(500, 500);
  expect(await read((path) => pageOf(stakes, path))).toEqual(stakes);
  expect(asked()).toEqual([PATH]);
});

test('[STK1] all active stakes of a wallet that predates the limit are read, page by page', async () => {
  const stakes = stakesOf(2400, 300);
  expect(await read((path) => pageOf(stakes, path))).toEqual(stakes.slice(0, 2400));
  expect(asked()).toEqual([
    PATH,
    `${PATH}?active=1&before=stake-999`,
    `${PATH}?active=1&before=stake-1999`,
  ]);
});

test('a server without paging is not asked forever', async () => {
  const stakes = stakesOf(1000, 0);
  expect(await read(() => stakes)).toEqual(stakes);
  expect(asked()).toHaveLength(2);
});
