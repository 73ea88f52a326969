/** A running game's ledger, once it has every commit. */
import { expect, vi } from 'vitest';
import { entriesOf, leafOf, type Leaf } from '../../../common/ledger/leaf.ts';
import { parseCheckpoint } from '../../../common/ledger/note.ts';
import { TILE_WIDTH, tilePath } from '../../../common/ledger/tree.ts';
import { BOARD_HEADERS } from '../../../common/protocol/board-headers.ts';
import type { Harness } from '../../test/support/harness.ts';

/** The signed checkpoint. */
export async function noteOf(server: Pick<Harness, 'ask'>): Promise<string> {
  return (await server.ask('/ledger/checkpoint')).text;
}

/** The leaves of all commits so far. */
export async function leavesOf(server: Pick<Harness, 'ask' | 'url'>): Promise<Leaf[]> {
  const answer = await server.ask('/api/leaderboard');
  const rev = String(answer.headers[BOARD_HEADERS.rev.toLowerCase()]);
  // Also before the first test, where there is no `expect.poll`.
  await vi.waitFor(
    async () => expect((await server.ask(`/ledger/index/${rev}`)).status).toBe(200),
    { timeout: 60_000 },
  );
  const { size } = parseCheckpoint(await noteOf(server));
  const leaves: Leaf[] = [];
  for (let index = 0; index * TILE_WIDTH < size; index += 1) {
    const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
    const path = `/ledger/tile/entries/${tilePath(index, width)}`;
    const bundle = await (await fetch(server.url + path)).arrayBuffer();
    leaves.push(...entriesOf(new Uint8Array(bundle)).map((entry) => leafOf(entry)));
  }
  return leaves;
}
