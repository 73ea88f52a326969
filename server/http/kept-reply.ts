/** A kept answer about the past, as it is sent. A settled one has a tag, by which a client need not load it again. */
import type { IncomingHttpHeaders } from 'node:http';
import { PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import type { Place } from '../game/reads/placed.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { isHeld, placeHeaders } from './list-headers.ts';

type Taken = Awaited<ReturnType<KeptAnswers['take']>>;

/**
 * @param about.name tells the answer from every other, in characters of a tag.
 * @param about.board a settled answer is one of the present too; without it, the answer's own place is named.
 */
export function keptReply(
  { headers: made, isSettled, isReady, epoch, ...encoded }: Taken,
  {
    name,
    headers: asked,
    board,
  }: { readonly name: string; readonly headers: IncomingHttpHeaders; readonly board?: Place },
) {
  const headers =
    isSettled && board ? { ...made, ...placeHeaders({ epoch, rev: board.rev }) } : made;
  if (!isSettled) return { status: 200, encoded, isReady, headers } as const;
  const etag = `W/"${epoch}.v${PROTOCOL_VERSION}.${name}"`;
  const tagged = { ...headers, ETag: etag, 'Cache-Control': 'no-cache' };
  if (isHeld(etag, asked['if-none-match']))
    return { status: 304, body: null, headers: { ...tagged, Vary: 'Accept-Encoding' } } as const;
  return { status: 200, encoded, isReady, headers: tagged } as const;
}
