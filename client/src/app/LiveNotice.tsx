/** A page with nothing of its own to show: why, the ways on, and the world as it stands. */
import { type ComponentProps, Suspense } from 'react';
import { late } from '../ui/late.tsx';
import { Notice } from '../ui/layout/Notice.tsx';
import { StillUntilLive } from './StillUntilLive.tsx';

const TopLedger = late(() =>
  import('../features/home/Ledger.tsx').then((module) => module.TopLedger),
);
const NationsAtlas = late(() =>
  import('../features/nation-choice/NationCard.tsx').then((module) => module.NationsAtlas),
);

export function LiveNotice(
  props: Pick<ComponentProps<typeof Notice>, 'title' | 'text' | 'children'>,
) {
  return (
    <Notice
      {...props}
      beside={
        <Suspense>
          <StillUntilLive name="ledger" part={TopLedger} />
        </Suspense>
      }
      below={
        <Suspense>
          <StillUntilLive name="nations" part={NationsAtlas} />
        </Suspense>
      }
    />
  );
}
