/** The receipt's last line: whether this browser found it in the ledger (check-ledger.ts). */
import { useQuery } from '@tanstack/react-query';
import { Shield, ShieldAlert, ShieldCheck, type LucideIcon } from 'lucide-react';
import { useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { loadOnce } from '../../api/late-code.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount } from '../../../../common/values/figures.ts';
import { formatDayTime } from '../../ui/format.ts';
import { BelowNote } from '../../ui/PanelRows.tsx';
import { Strong } from '../../ui/text.ts';
import type { Outcome } from './check-ledger.ts';

/** Longer histories are only checked when asked for: they may take as many requests. */
const MOST_UNASKED = 60;
/** A commit is in the ledger within 5 s; after that, less and less often. */
const FIRST_PAUSE_MS = 2000;
const MOST_PAUSE_MS = 60_000;

const load = loadOnce(() => import('./check-ledger.ts'));

/** As high as its words before they are known, so that nothing below moves. */
const Box = styled(BelowNote)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-2) var(--space-3);
  min-block-size: calc(1.5em + 2 * var(--space-3));

  > svg {
    flex: none;
  }

  > p {
    flex: 1 1 14rem;
  }

  /* Two lines, on a phone. */
  @media (max-width: 40rem) {
    min-block-size: calc(3em + 2 * var(--space-3));
  }
`;

export function LedgerSeal({ player }: { readonly player: PlayerPageView }) {
  const { walletAddress } = player;
  const [isAsked, setIsAsked] = useState(false);
  const receipt = useMemo(() => JSON.stringify(player.receipt), [player.receipt]);
  const isLong = player.history.length > MOST_UNASKED;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['ledger', walletAddress, receipt],
    queryFn: async (): Promise<Outcome> => {
      const { checkReceipt } = await load();
      return checkReceipt(player);
    },
    enabled: !isLong || isAsked,
    refetchInterval: ({ state }) =>
      state.data?.state === 'behind' &&
      Math.min(FIRST_PAUSE_MS * 1.5 ** (state.dataUpdateCount - 1), MOST_PAUSE_MS),
  });
  if (isError) {
    return (
      <Line
        words="The ledger could not be read, so this is not checked."
        button={
          <Button tone="quiet" pending={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    );
  }
  if (data) return <Seal outcome={data} />;
  return (
    <Line
      aria-busy={isFetching}
      words={isFetching ? 'Checking against the ledger…' : 'Not checked against the ledger yet.'}
      button={
        isLong &&
        !isAsked && (
          <Button tone="quiet" onClick={() => setIsAsked(true)}>
            Check
          </Button>
        )
      }
    />
  );
}

function Line({
  Icon = Shield,
  tone = 'ink-muted',
  words,
  button,
  ...rest
}: {
  readonly Icon?: LucideIcon;
  readonly tone?: 'rise' | 'fall' | 'ink-muted';
  readonly words: ReactNode;
  readonly button?: ReactNode;
} & ComponentProps<'div'>) {
  return (
    <Box {...rest}>
      <Icon size={16} color={`var(--${tone})`} aria-hidden />
      <p>{words}</p>
      {button}
    </Box>
  );
}

function Seal({ outcome }: { readonly outcome: Outcome }): ReactNode {
  switch (outcome.state) {
    case 'none':
      return null;
    case 'behind':
      return (
        <Line words="Not checked yet: the newest commit is still on its way into the ledger." />
      );
    case 'checked':
      return (
        <Line
          Icon={ShieldCheck}
          tone="rise"
          words={
            <>
              <Strong>Checked</Strong>
              <span>{` by your browser: ${movesText(outcome.commits)} in the `}</span>
              <a href="/ledger/checkpoint" target="_blank" rel="noreferrer">
                {`public ledger of ${formatCount(outcome.size)}`}
              </a>
              <span>{pastText(outcome)}</span>
            </>
          }
        />
      );
    case 'mismatch':
      return (
        <Line
          Icon={ShieldAlert}
          tone="fall"
          role="alert"
          words={
            <>
              <Strong>Not what the ledger says.</Strong>
              <span>{` ${outcome.words}`}</span>
            </>
          }
          button={
            <Button tone="loss" onClick={() => download(outcome.evidence)}>
              Download the Evidence
            </Button>
          }
        />
      );
  }
}

function movesText(count: number): string {
  return count === 1 ? 'the one move is' : `all ${formatCount(count)} moves are`;
}

function commitsText(count: number): string {
  return count === 1 ? '1 commit' : `${formatCount(count)} commits`;
}

/** What is known of the log before this visit, and what it says of the one before. */
function pastText({ since, continued }: Extract<Outcome, { readonly state: 'checked' }>): string {
  const grew = since === null ? '.' : ` that only grew since ${formatDayTime(new Date(since))}.`;
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
