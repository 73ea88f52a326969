/** Texts that are made once for all who ask for the same, and sent to nobody who has them. */
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { wallNow } from '../lib/machine.ts';
import type { AnswerCache, MadeAnswer, Wanted } from './answer-cache.ts';
import { matchesTag, tagged } from './answer-headers.ts';

interface Text {
  readonly text: string;
  /** When what it shows last changed; absent: not known. */
  readonly changedAt?: number | undefined;
  /** In characters of a tag; absent: made of the text. */
  readonly tag?: string;
  /** True if only another name would have another text. */
  readonly isSettled?: boolean;
}

export async function cachedText(
  cached: AnswerCache,
  { type, ...wanted }: Wanted & { readonly type: string },
  make: () => Text | Promise<Text>,
) {
  const answer = await cached(wanted, async () => answerOf(await make()));
  const { isReady, headers: its, encoded } = answer;
  const { 'Last-Modified': changed, ...others } = its;
  // None is of a moment to come (RFC 9110, §8.8.2.1): in this second it may change again.
  const isPast = changed !== undefined && Date.parse(changed) <= wallNow();
  const headers = { ...others, ...(isPast && { 'Last-Modified': changed }) };
  return isCurrent(its, wanted.headers)
    ? ({ status: 304, body: null, headers } as const)
    : ({ status: 200, type, encoded, isReady, headers } as const);
}

function answerOf({ text, changedAt, tag, isSettled = false }: Text): MadeAnswer {
  const its = tag ?? hash('sha256', text, 'base64url').slice(0, 22);
  const changed = changedAt !== undefined && { 'Last-Modified': secondAfter(changedAt) };
  return { json: text, headers: { ...tagged(`W/"${its}"`), ...changed }, isSettled };
}

/**
 * What changed within a second is newer than what was sent in it: HTTP’s dates are of whole
 * seconds.
 */
function secondAfter(at: number): string {
  return new Date(Math.floor(at / 1000) * 1000 + 1000).toUTCString();
}

/** True if the caller has it (RFC 9110, §13.2.2). */
function isCurrent(made: Readonly<Record<string, string>>, asked: IncomingHttpHeaders): boolean {
  const { ETag: etag = '', 'Last-Modified': changed } = made;
  const tags = asked['if-none-match'];
  if (tags !== undefined) return matchesTag(etag, tags);
  const since = Date.parse(asked['if-modified-since'] ?? '');
  // A date that is still to come is invalid (§13.1.3): it would hold whatever happens until then.
  return changed !== undefined && Date.parse(changed) <= since && since <= wallNow();
}
