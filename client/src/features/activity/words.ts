/** The texts of the activity feed. Pure. */
import { NATIONS } from '../../../../common/values/nations.ts';
import { formatCount } from '../../ui/format.ts';
import { actOf, objectText } from '../../views/activity-words.ts';
import { finishedStage, placesOf, tookLead, type Fold } from './big-moves.ts';
import type { ShownEvent } from '../../live/live-events.ts';

/** `took the lead with 5,000 DENA`, `new President of Italy`, `passed 16 with 2 copies of Italy`. */
export function wordsOf(event: ShownEvent): string {
  const { kind, nationId, presidency } = event;
  const nation = NATIONS[nationId].name;
  if (kind === 'nation-chosen') return `joined for ${nation}`;
  const act = actOf(event) ?? '';
  if (finishedStage(event)) return act;
  const object = objectText(event);
  if (presidency === 'won') {
    return `${tookLead(event) ? 'took the lead, ' : ''}new President of ${nation}`;
  }
  if (presidency === 'lost') return `${act}, no longer President of ${nation}`;
  const withMeans = object === null ? '' : ` with ${object}`;
  if (tookLead(event)) return `took the lead${withMeans}`;
  const places = placesOf(event);
  if (places > 0) return `passed ${formatCount(places)}${withMeans}`;
  if (places < 0) return `${act}, fell ${formatCount(-places)}`;
  return act;
}

/** `12 smaller stakes`, `12 contributions`. */
export function foldWords({ events }: Fold): string {
  const count = formatCount(events.length);
  if (events.every(({ kind }) => kind === 'contributed')) return `${count} contributions`;
  const isStakes = events.every(({ kind }) => kind.endsWith('-staked'));
  return `${count} smaller ${isStakes ? 'stakes' : 'moves'}`;
}
