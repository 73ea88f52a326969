/** The nations' works as last polled, updated with the pushed ones. Pure. */
import { isOlder, type Revision } from '../../../client-kit/api/revision.ts';
import type { NationWork } from '../../../common/protocol/works.ts';
import { NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import type { Work } from '../../../common/values/works.ts';

type WorksByNation = Partial<Readonly<Record<NationId, Work>>>;

/** A pushed work, and when. */
interface PushedWork extends Revision {
  readonly work: Work;
}
export type PushedWorks = Partial<Readonly<Record<NationId, PushedWork>>>;

/**
 * Of each nation the newer of the two; nations that neither has are left out.
 * @param polledAt the epoch and rev of the polled answer.
 */
export function liveWorks(
  polled: readonly NationWork[] | null,
  polledAt: Revision | undefined,
  pushed: PushedWorks,
): WorksByNation {
  const works: Partial<Record<NationId, Work>> = {};
  for (const id of NATION_IDS) {
    const last = polled?.find(({ nationId }) => nationId === id);
    const push = pushed[id];
    const isNewer = push !== undefined && (!last || !polledAt || isOlder(polledAt, push));
    if (isNewer) works[id] = push.work;
    else if (last) works[id] = last;
  }
  return works;
}
