import { expect, test } from 'vitest';
import { StoreUnavailable } from '../store.ts';
import { readEvents } from './read-events.ts';

test('a read whose moment MongoDB does not report is an outage, and not a bug', async () => {
  const command = async () => ({ cursor: { firstBatch: [] } });
  const reader = { collection: { collectionName: 'events', db: { command } } };
  const read = async (session: object) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that the read needs of them
    readEvents(reader as never, { order: 'newest-first', limit: 1 }, session as never);
  await expect(read({})).rejects.toThrow(StoreUnavailable);
});
