/** The notices that processes publish for each other, in the server's own time. */
import type { Collection } from 'mongodb';
import type { KeptNotice } from './collections.ts';

/** A notice lives for seconds and does not matter later: it need not be on a majority. */
const LIGHTLY = { writeConcern: { w: 1 } } as const;

/** One write, then one read of the few documents there are. */
export async function exchangeNotices(
  notices: Collection<KeptNotice>,
  {
    topic,
    holder,
    text,
    ttlMs,
  }: Omit<KeptNotice, '_id' | 'until'> & {
    readonly holder: string;
    readonly ttlMs: number;
  },
): Promise<readonly string[]> {
  const _id = `${topic}:${holder}`;
  const put = {
    topic: { $literal: topic },
    text: { $literal: text },
    until: { $add: ['$$NOW', ttlMs] },
  };
  await notices.updateOne({ _id }, [{ $set: put }], { upsert: true, ...LIGHTLY });
  const found = await notices
    .find({ topic, $expr: { $gt: ['$until', '$$NOW'] } }, { readConcern: { level: 'local' } })
    .toArray();
  return found.map((notice) => notice.text);
}
