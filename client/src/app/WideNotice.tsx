/**
 * A page with nothing of its own to show: why, the ways on, and who leads the world beside them.
 */
import { Suspense, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Stack } from '../ui/layout/boxes.ts';
import { late } from '../ui/late.tsx';
import { NoticeWords, Sea, type NoticeProps } from '../ui/layout/Notice.tsx';
import { PageTitle } from './pages/PageTitle.tsx';
import { UntilLive } from './UntilLive.tsx';

const TopLedger = late(() =>
  import('../features/home/Ledger.tsx').then((module) => module.TopLedger),
);
const Parts = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
  gap: var(--space-7) var(--space-8);
`;

export function WideNotice({
  page,
  under,
  ...notice
}: NoticeProps & {
  /** For the browser's tab. */
  readonly page: string;
  /** What can be done about it here. */
  readonly under?: ReactNode;
}) {
  return (
    <Sea>
      <PageTitle>{page}</PageTitle>
      <Parts>
        <Stack $gap={6}>
          <NoticeWords {...notice} />
          {under}
        </Stack>
        {/* As high as it. */}
        <div style={{ minBlockSize: '12rem' }}>
          {/* The words stand without it. */}
          <ErrorBoundary resetKey="" fallback={null}>
            <Suspense>
              <UntilLive name="ledger" part={TopLedger} />
            </Suspense>
          </ErrorBoundary>
        </div>
      </Parts>
    </Sea>
  );
}
