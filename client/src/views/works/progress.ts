/** What a nation's work still needs, whose it is and how long it may take [WRK1]. Pure. */
import {
  eachResource,
  RESOURCE_TYPES,
  type ResourceType,
  type ResourceUnits,
} from '../../../../common/values/resources.ts';
import { unitsIn, type Work } from '../../../../common/values/works.ts';
import { formatCount } from '../../../../common/values/figures.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Stage = Work['stages'][number];

/** The stage in work; null if the work is finished. */
export function presentStage(work: Work): Stage | null {
  return work.stages[work.stage] ?? null;
}

export function missingOf({ need, have }: Stage): ResourceUnits {
  return eachResource((type) => Math.max(0, need[type] - have[type]));
}

/** How many units of each resource the whole work still takes. */
export function roomOf(work: Work): ResourceUnits {
  return eachResource((type) =>
    work.stages.reduce((sum, stage) => sum + missingOf(stage)[type], 0),
  );
}

/** What all players contributed, in units of all resources together. */
export function unitsGiven(work: Work): number {
  return work.stages.reduce((sum, { have }) => sum + unitsIn(have), 0);
}

/** How much of a stage is there, 0 to 1: the mean over its resources, each as important as the others. */
export function fractionOf({ need, have }: Stage): number {
  const sum = RESOURCE_TYPES.reduce(
    (total, type) => total + (need[type] === 0 ? 1 : have[type] / need[type]),
    0,
  );
  return sum / RESOURCE_TYPES.length;
}

/** `12%`, `under 1%`; null if nothing was contributed by anyone. */
export function shareText(own: number, all: number): string | null {
  if (all <= 0) return null;
  const percent = Math.min(100, (own / all) * 100);
  if (own > 0 && percent < 1) return 'under 1%';
  // Rounded down: 100% is all of it.
  return `${Math.floor(percent)}%`;
}

type Likely =
  | { readonly is: 'unknown' }
  /** The stage takes this long if all resources keep coming as in the last 24 hours. */
  | { readonly is: 'in'; readonly ms: number }
  /** Nobody brings these. */
  | { readonly is: 'stalled'; readonly without: readonly ResourceType[] };

/** When the present stage is likely finished, if every resource keeps coming as in the last 24 hours. */
export function likelyOf(work: Work, recent: ResourceUnits | null): Likely {
  const stage = presentStage(work);
  if (!stage || !recent) return { is: 'unknown' };
  const missing = missingOf(stage);
  const wanted = RESOURCE_TYPES.filter((type) => missing[type] > 0);
  const without = wanted.filter((type) => recent[type] === 0);
  if (without.length > 0) return { is: 'stalled', without };
  const ms = Math.max(0, ...wanted.map((type) => (missing[type] / recent[type]) * DAY_MS));
  return { is: 'in', ms };
}

/** `wood`, `wood and oil`, `wood, oil and food`. */
function listText(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** `in about 3 days`, `in about 5 hours`, `within the hour`, `in over a year`. */
function aboutText(ms: number): string {
  const hours = Math.round(ms / (DAY_MS / 24));
  if (hours < 1) return 'within the hour';
  if (hours === 1) return 'in about an hour';
  if (hours < 48) return `in about ${hours} hours`;
  const days = Math.round(ms / DAY_MS);
  return days > 365 ? 'in over a year' : `in about ${days} days`;
}

/** The likely end of the stage in words, with its assumption; null if nothing is known. */
export function likelyText(likely: Likely): string | null {
  switch (likely.is) {
    case 'unknown':
      return null;
    case 'in':
      return `Likely finished ${aboutText(likely.ms)}, at the rate of the last 24 hours.`;
    case 'stalled':
      return `Nobody has brought ${listText(likely.without).replace(/ and (?=\w+$)/, ' or ')} in the last 24 hours.`;
  }
}

/** `1 unit`, `200 units`. */
export function unitsText(count: number): string {
  return count === 1 ? '1 unit' : `${formatCount(count)} units`;
}
