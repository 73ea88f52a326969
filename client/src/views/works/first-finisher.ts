/**
 * Which nation’s work was finished first [WRK1]. Pure, and by itself: the boards load it without
 * the schemas.
 */
import { NATION_IDS, type NationId } from '../../../../common/values/nations.ts';
import type { Work } from '../../../../common/values/works.ts';

/**
 * The nation that finished its whole work before the others; null while none has, or its moment is
 * not known.
 */
export function firstFinisherOf(
  works: Partial<Readonly<Record<NationId, Pick<Work, 'stages'>>>>,
): NationId | null {
  const moments = NATION_IDS.flatMap((id) => {
    const at = works[id]?.stages.at(-1)?.completedAt;
    return at ? [{ id, at }] : [];
  });
  // Moments of one form: the earlier text is the earlier moment.
  return moments.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))[0]?.id ?? null;
}
