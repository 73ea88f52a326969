/** The leases of processes, in the server's own time, since the processes' clocks may differ. */
import type { Collection } from 'mongodb';
import type { KeptLease } from './collections.ts';
import { isDuplicateKey } from './mongo-error.ts';

/** True if the holder has it from now on; false if another has. */
export async function holdLease(
  leases: Collection<KeptLease>,
  name: string,
  holder: string,
  ttlMs: number,
): Promise<boolean> {
  // A lease that does not exist yet has no end, which sorts before every moment.
  const isFree = {
    $or: [{ $eq: ['$holder', { $literal: holder }] }, { $lte: ['$until', '$$NOW'] }],
  };
  const taken = {
    holder: { $cond: [isFree, { $literal: holder }, '$holder'] },
    until: { $cond: [isFree, { $add: ['$$NOW', ttlMs] }, '$until'] },
  };
  try {
    const lease = await leases.findOneAndUpdate({ _id: name }, [{ $set: taken }], {
      upsert: true,
      returnDocument: 'after',
    });
    return lease?.holder === holder;
  } catch (error) {
    // Two processes requested a lease that nobody ever had: the other was first.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

export async function releaseLease(
  leases: Collection<KeptLease>,
  name: string,
  holder: string,
): Promise<void> {
  await leases.deleteOne({ _id: name, holder });
}
