/** The live ranking on the home page: a few rows, readable at a glance. */
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { WaitingRows } from './ledger-parts.tsx';
import { LedgerRows } from './LedgerRows.tsx';

const Block = styled.section`
  display: flex;
  flex-direction: column;
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  border-block-end: 1px solid var(--rule-strong);
`;

const Title = styled.h2`
  font-size: var(--text-lead);
  font-weight: 500;
`;

const More = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: var(--space-1);
  min-block-size: var(--tap);
  color: var(--action);
  font-size: var(--text-caption);
  text-decoration: none;

  &:hover {
    text-decoration: underline;
  }
`;

const Note = styled.p`
  padding-block: var(--space-4);
  color: var(--ink-muted);
`;

export function Ledger() {
  const { rows, isPending, isError } = useLeaderboard();
  return (
    <Block aria-label="Live ranking">
      <Head>
        <Title>Ranking, live</Title>
        <More to="/ranking">
          All ranks <ArrowRight size={14} aria-hidden />
        </More>
      </Head>
      {isPending ? (
        <WaitingRows />
      ) : rows.length === 0 ? (
        <Note>
          {isError
            ? 'The ranking cannot be reached just now. It comes back by itself.'
            : 'Nobody rules yet. The first to choose a nation leads the world.'}
        </Note>
      ) : (
        <LedgerRows rows={rows} />
      )}
    </Block>
  );
}
