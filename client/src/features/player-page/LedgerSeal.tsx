/** Below the receipt: the public ledger, and what this browser saw of it (check-ledger.ts). */
import { useQuery } from '@tanstack/react-query';
import { styled } from 'styled-components';
import { revisionOf } from '../../../../client-kit/api/revision.ts';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { loadOnce } from '../../api/late-code.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../../../common/values/figures.ts';
import { formatDayTime } from '../../ui/format.ts';
import { BelowNote } from '../../ui/PanelRows.tsx';
import { Strong } from '../../ui/text.ts';
import type { Outcome } from './check-ledger.ts';

const load = loadOnce(() => import('./check-ledger.ts'));

/** As high as its words before they are known, so that nothing below moves. */
const Box = styled(BelowNote)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-2) var(--space-3);
  min-block-size: calc(1.5em + 2 * var(--space-3));

  > p {
    flex: 1 1 14rem;
  }

  /* Two lines, on a phone. */
  @media (max-width: 40rem) {
    min-block-size: calc(3em + 2 * var(--space-3));
  }
`;

export function LedgerSeal({ player }: { readonly player: PlayerPageView }) {
  const epoch = revisionOf(player)?.epoch ?? '';
  const { data, isError } = useQuery({
    queryKey: ['ledger', epoch],
    queryFn: async (): Promise<Outcome> => {
      const { checkLedger } = await load();
      return checkLedger(epoch);
    },
  });
  if (data?.state === 'none') return null;
  if (data?.state === 'mismatch') {
    return (
      <Box role="alert">
        <p>
          <Strong>The ledger contradicts itself.</Strong>
          <span>{` ${data.words}`}</span>
        </p>
        <Button tone="loss" onClick={() => download(data.evidence)}>
          Download the Evidence
        </Button>
      </Box>
    );
  }
  return (
    <Box aria-busy={!data && !isError}>
      {isError && <p>The public ledger could not be read just now.</p>}
      {data && (
        <p>
          <a href="/ledger/checkpoint" target="_blank" rel="noreferrer">
            {`Public ledger: ${commitsText(data.size)}`}
          </a>
          <span>{pastText(data)}</span>
        </p>
      )}
    </Box>
  );
}

function commitsText(count: number): string {
  return count === 1 ? '1 commit' : `${formatCount(count)} commits`;
}

/** What this browser saw of the log, and what the log says of the one before. */
function pastText({ since, continued }: Extract<Outcome, { readonly state: 'grew' }>): string {
  const grew = `, none seen changed or removed since ${formatDayTime(new Date(since))}.`;
  if (!continued) return grew;
  const { missing, why } = continued;
  const lost = missing === 0 ? 'nothing' : commitsText(missing);
  return `${grew} It continues an earlier ledger, of which ${lost} ${missing > 1 ? 'are' : 'is'} missing: “${why}”`;
}

function download(evidence: object): void {
  const json = new Blob([`${JSON.stringify(evidence, null, 2)}\n`], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(json);
  link.download = 'denaria-ledger-evidence.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
