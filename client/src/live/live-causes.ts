/** What moved a nation's GDP just now, as the live messages tell it, before any event is read. Pure. */
import type { GdpMessage } from '../../../common/protocol/live.ts';
import type { Rev } from '../../../common/values/ids.ts';
import type { NationId } from '../../../common/values/nations.ts';

export type LiveCause = GdpMessage['causes'][number] & {
  /** Of its own among the causes of an epoch. */
  readonly key: string;
  readonly nationId: NationId;
  /** The commit was later than `since`, where that is known, and `rev` at the latest. */
  readonly since: Rev | null;
  readonly rev: Rev;
  /** When it was heard, in ms by the game's clock. */
  readonly atMs: number;
};

/** More than any feed shows: whoever looks further back reads the events. */
const KEPT = 50;

/**
 * The causes with those of a message before them, newest first.
 * @param since the rev of the nation's message before this one; null where none was heard.
 */
export function withCauses(
  held: readonly LiveCause[],
  message: Pick<GdpMessage, 'rev' | 'nationId' | 'causes'>,
  since: Rev | null,
  atMs: number,
): readonly LiveCause[] {
  const { rev, nationId, causes } = message;
  if (causes.length === 0) return held;
  const news = causes.map((cause, i): LiveCause => {
    return { ...cause, key: `${rev}.${nationId}.${i}`, nationId, since, rev, atMs };
  });
  return [...news.toReversed(), ...held].slice(0, KEPT);
}
