/** A page with nothing of its own to show: why, the ways on, and the world as it stands. */
import { Suspense } from 'react';
import { late, type Late } from '../ui/late.tsx';
import type { NoticeProps } from '../ui/layout/Notice.tsx';
import { StillUntilLive } from './StillUntilLive.tsx';
import { WideNotice } from './WideNotice.tsx';

const TopLedger = late(() =>
  import('../features/home/Ledger.tsx').then((module) => module.TopLedger),
);
const NationsAtlas = late(() =>
  import('../features/nation-choice/NationCard.tsx').then((module) => module.NationsAtlas),
);

export function LiveNotice(props: NoticeProps) {
  return (
    <WideNotice
      {...props}
      beside={live('ledger', TopLedger)}
      below={live('nations', NationsAtlas)}
    />
  );
}

const live = (name: string, part: Late<object>) => (
  <Suspense>
    <StillUntilLive name={name} part={part} />
  </Suspense>
);
