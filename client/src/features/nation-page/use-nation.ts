/**
 * A nation's page data: the server's response, fetched again once the live totals are ahead of it.
 */
import { useQuery } from '@tanstack/react-query';
import { isOlder, revisionOf } from '../../../../client-kit/api/revision.ts';
import type { AnswerOf } from '../../../../common/protocol/call.ts';
import type { nationCall } from '../../../../common/protocol/nations.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { nationQuery } from '../../api/nations.ts';
import { useReadAgain } from '../../api/newer-answer.ts';
import { useNationTotals } from '../../live/live-values.ts';
import { useWorks } from '../../live/use-works.ts';
import { unitsGiven } from '../../views/works/progress.ts';

/** During a run of elections or contributions, fetch at most this often. */
const READ_AGAIN_MS = 1000;

export type NationAnswer = AnswerOf<typeof nationCall>;

export function useNation(nationId: NationId) {
  const query = useQuery(nationQuery(nationId));
  const { data } = query;
  const total = useNationTotals()[nationId];
  const first = data?.candidates[0];
  const work = useWorks().works[nationId];
  // The contributors come with the answer only.
  const lacksContributions =
    data !== undefined && work !== undefined && unitsGiven(work) > unitsGiven(data.work);
  const lacksPresident =
    data !== undefined &&
    // While the socket is down the totals stop updating, but responses continue.
    isOlder(revisionOf(data), total) &&
    total !== undefined &&
    ((first?.walletAddress ?? null) !== total.presidentWallet ||
      (first?.stakedCount ?? 0) !== total.presidentStakedCount);
  useReadAgain(query, lacksPresident || lacksContributions, READ_AGAIN_MS);
  return query;
}
