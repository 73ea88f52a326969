/** A page with nothing of its own to show: why, the ways on, and the world as it stands beside and below. */
import { Suspense, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { NARROW, Stack } from '../ui/layout/boxes.ts';
import { late } from '../ui/late.tsx';
import { NoticeWords, Sea, type NoticeProps } from '../ui/layout/Notice.tsx';
import { StillUntilLive } from './StillUntilLive.tsx';

const TopLedger = late(() =>
  import('../features/home/Ledger.tsx').then((module) => module.TopLedger),
);
const NationsAtlas = late(() =>
  import('../features/nation-choice/NationCard.tsx').then((module) => module.NationsAtlas),
);

/** The words, what is beside them and what is below both; where there is no room beside them, that comes last. */
const Parts = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--space-6) var(--space-4);

  > :nth-child(3) {
    grid-column: 1 / -1;
  }

  @media ${NARROW} {
    grid-template-columns: minmax(0, 1fr);

    > :nth-child(2) {
      order: 1;
    }
  }
`;

export function WideNotice({
  under,
  beside,
  ...notice
}: NoticeProps & {
  /** What can be done about it here. */
  readonly under?: ReactNode;
  /** Half of the page: what goes on meanwhile. */
  readonly beside?: ReactNode;
}) {
  return (
    <Sea>
      <Parts>
        <Stack $gap={5}>
          <NoticeWords {...notice} />
          {under}
        </Stack>
        <div>
          <Optional>{beside ?? <StillUntilLive name="ledger" part={TopLedger} />}</Optional>
        </div>
        <div>
          <Optional>
            <StillUntilLive name="nations" part={NationsAtlas} />
          </Optional>
        </div>
      </Parts>
    </Sea>
  );
}

/** The words stand without it. */
function Optional({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary resetKey="" fallback={null}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
