/** Reads which session tokens have been revoked, with one driver command for many of them. */
import type { Address } from '../../../common/values/address.ts';
import type { AnswerOf } from '../../lib/gathered.ts';
import type { SessionState } from '../store.ts';
import type { Collections } from './collections.ts';

export interface SessionQuestion {
  readonly wallet: Address;
  readonly tokenId: string;
}

/** One document of the answer: a wallet that revoked all its tokens, or a revoked token. */
interface Part {
  readonly wallet?: string;
  readonly epoch?: number;
  readonly tokenId?: string;
}

export async function readSessions(
  { sessionEpochs, revokedTokens }: Collections,
  questions: readonly SessionQuestion[],
): Promise<readonly AnswerOf<SessionState>[]> {
  const wallets = questions.map(({ wallet }) => wallet);
  const tokenIds = questions.map(({ tokenId }) => tokenId);
  const parts = await sessionEpochs
    .aggregate<Part>([
      { $match: { _id: { $in: wallets } } },
      { $project: { _id: 0, wallet: '$_id', epoch: 1 } },
      {
        $unionWith: {
          coll: revokedTokens.collectionName,
          pipeline: [
            { $match: { _id: { $in: tokenIds } } },
            { $project: { _id: 0, tokenId: '$_id' } },
          ],
        },
      },
    ])
    .toArray();
  const epochs = new Map(parts.map(({ wallet, epoch }) => [wallet, epoch]));
  const revoked = new Set(parts.map(({ tokenId }) => tokenId));
  return questions.map(({ wallet, tokenId }) => () => ({
    epoch: epochs.get(wallet) ?? 0,
    isRevoked: revoked.has(tokenId),
  }));
}
