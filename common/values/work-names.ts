/** The nations' works in words: each landmark, and its five stages from the ground up. Pure. */
import type { NationId } from './nations.ts';

interface WorkNames {
  /** As a title: `The Colosseum`. */
  readonly title: string;
  /** Within a sentence: `the Colosseum`. */
  readonly inText: string;
  /** The first stage first; `the second storey` of the Colosseum. */
  readonly stages: readonly [string, string, string, string, string];
}

export const WORK_NAMES: Readonly<Record<NationId, WorkNames>> = {
  usa: {
    title: 'The Capitol',
    inText: 'the Capitol',
    stages: ['the walls', 'the colonnades', 'the portico', 'the drum', 'the dome'],
  },
  italy: {
    title: 'The Colosseum',
    inText: 'the Colosseum',
    stages: [
      'the first storey',
      'the second storey',
      'the third storey',
      'the attic',
      'the cornice',
    ],
  },
  argentina: {
    title: 'The Obelisco',
    inText: 'the Obelisco',
    stages: ['the base', 'the avenue', 'the lower shaft', 'the upper shaft', 'the point'],
  },
  china: {
    title: 'The Hall of Prayer',
    inText: 'the Hall of Prayer',
    stages: ['the terrace', 'the hall', 'the lower roof', 'the middle roof', 'the upper roof'],
  },
};

/** As the start of a line: `The second storey`. @param stage from 1. */
export function stageTitle(nationId: NationId, stage: number): string {
  const name = WORK_NAMES[nationId].stages[stage - 1] ?? WORK_NAMES[nationId].inText;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * `the second storey of the Colosseum`, `the second and third storeys` as a list: what a commit
 * finished.
 */
export function finishedText(nationId: NationId, finished: readonly number[]): string {
  const { stages, inText } = WORK_NAMES[nationId];
  if (finished.at(-1) === stages.length) return inText;
  const names = finished.map((stage) => stages[stage - 1] ?? `stage ${stage}`);
  const last = names.at(-1) ?? 'a stage';
  const list = names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
  return `${list} of ${inText}`;
}

/** What a picture of the work shows: `The Colosseum, 2 of 5 stages finished`. */
export function workLabel(nationId: NationId, stage: number): string {
  const { title, stages } = WORK_NAMES[nationId];
  if (stage === stages.length) return `${title}, finished`;
  return `${title}, ${stage} of ${stages.length} stages finished`;
}
