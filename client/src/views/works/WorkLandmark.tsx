/** A nation's landmark as far as it stands [WRK1], and the words for how far that is. */
import type { NationId } from '../../../../common/values/nations.ts';
import type { Work } from '../../../../common/values/works.ts';
import { Landmark } from '../../ui/atlas/Landmark.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { fractionOf, presentStage } from './progress.ts';
import { stageTitle, WORK_NAMES, workLabel } from '../../../../common/values/work-names.ts';

interface Shown {
  readonly nationId: NationId;
  /** Null while it is unknown. */
  readonly work: Work | null;
}

/** Its plan without a label while it is unknown. */
export function WorkLandmark({ nationId, work }: Shown) {
  const stage = work?.stage ?? 0;
  return (
    <Landmark
      nation={nationId}
      stage={stage}
      {...(work && { label: workLabel(nationId, stage) })}
    />
  );
}

/** `1 of 5 stages finished`, and how far the next one is. */
export function WorkState({ nationId, work }: Shown) {
  if (!work) return <Skeleton $width="9rem" />;
  const stage = presentStage(work);
  if (!stage) return <span>Finished</span>;
  return (
    <span>
      {`${work.stage} of ${work.stages.length} stages finished. ${stageTitle(nationId, work.stage + 1)}: ${Math.floor(fractionOf(stage) * 100)}%.`}
    </span>
  );
}

/** `What stands of the Colosseum could not be loaded.` */
export function workFailedText(nationId: NationId): string {
  return `What stands of ${WORK_NAMES[nationId].inText} could not be loaded.`;
}
