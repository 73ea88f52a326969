/** What a calendar of many stakes costs. */
import { afterEach, expect, test, vi } from 'vitest';
import { address } from '../../common/values/address.ts';
import { FakeChain } from '../chain/testing/fake-chain.ts';
import { REAL_MACHINE, useMachine } from '../lib/machine.ts';
import { commitAll, commitManyStakes, joining } from '../store/testing/fixtures.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { Harness } from './support/harness.ts';
import { instead } from './support/instead.ts';
import { parseCalendar } from './support/strict-formats.ts';

const STAKES = 500;
const wallet = address(`0x${'1'.repeat(40)}`);
const path = `/calendar/${wallet}.ics`;

afterEach(() => useMachine(null));

test('a calendar of many stakes is made in slices, and not again when others commit', async () => {
  let [turns, turnsBefore, reads] = [0, 0, 0];
  useMachine({
    ...REAL_MACHINE,
    nextTurn(run) {
      turns += 1;
      REAL_MACHINE.nextTurn(run);
    },
  });
  const memory = openMemoryStore();
  const now = Date.now() - 60_000;
  await commitAll(memory, [joining(wallet, 'italy', now)]);
  await commitManyStakes(memory, wallet, { active: STAKES }, now);
  const store = instead(memory, {
    async stakes(...asked) {
      const found = await memory.stakes(...asked);
      reads += 1;
      turnsBefore = turns;
      return found;
    },
  });
  const chain = new FakeChain({ timeoutMs: 3000 });
  // Nothing but the follower's first look commits for the player.
  chain.hangNames();
  chain.give(wallet, { denaWei: 10n ** 24n });
  const server = await Harness.start({ store, chain });
  try {
    const get = async () => (await server.ask(path)).text;
    const verified = { kinds: ['holdings-verified'], limit: 1, order: 'newest-first' } as const;
    await vi.waitFor(async () => expect(await memory.events(verified)).toHaveLength(1));
    expect(parseCalendar(await get()).events).toHaveLength(STAKES);
    expect(turns - turnsBefore).toBeGreaterThanOrEqual(STAKES / 50);
    const made = reads;
    await commitAll(memory, [joining(address(`0x${'2'.repeat(40)}`), 'usa', now)]);
    const players = async () => (await server.ask('/api/leaderboard')).headers['x-total-count'];
    await vi.waitFor(async () => expect(await players()).toBe('2'));
    await get();
    expect(reads).toBe(made);
  } finally {
    await server.close();
    await memory.close();
  }
});
