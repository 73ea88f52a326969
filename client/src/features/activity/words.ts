/** The texts of the activity feed. Pure. */
import { NATIONS } from '../../../../common/values/nations.ts';
import { formatCount } from '../../ui/format.ts';
import { actOf, meansOf } from '../../views/deed-words.ts';
import { finishedStage, placesOf, tookLead, type Fold } from './big-moves.ts';
import type { ShownEvent } from '../../live/live-events.ts';

/** `took the lead with 5,000 DENA`, `new President of Italy`, `passed 16 with 2 copies of Italy`. */
export function wordsOf(deed: ShownEvent): string {
  const { kind, nationId, presidency } = deed;
  const nation = NATIONS[nationId].name;
  if (kind === 'nation-chosen') return `joined for ${nation}`;
  const act = actOf(deed) ?? '';
  if (finishedStage(deed)) return act;
  const means = meansOf(deed);
  if (presidency === 'won') {
    return `${tookLead(deed) ? 'took the lead, ' : ''}new President of ${nation}`;
  }
  if (presidency === 'lost') return `${act}, no longer President of ${nation}`;
  const withMeans = means === null ? '' : ` with ${means}`;
  if (tookLead(deed)) return `took the lead${withMeans}`;
  const places = placesOf(deed);
  if (places > 0) return `passed ${formatCount(places)}${withMeans}`;
  if (places < 0) return `${act}, fell ${formatCount(-places)}`;
  return act;
}

/** `12 smaller stakes`, `12 contributions`. */
export function foldWords({ deeds }: Fold): string {
  const count = formatCount(deeds.length);
  if (deeds.every(({ kind }) => kind === 'contributed')) return `${count} contributions`;
  const isStakes = deeds.every(({ kind }) => kind.endsWith('-staked'));
  return `${count} smaller ${isStakes ? 'stakes' : 'moves'}`;
}
