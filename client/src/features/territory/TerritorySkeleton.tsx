/** Placeholder for the page while its player is unknown. */
import { styled } from 'styled-components';
import { Spinner } from '../../ui/Spinner.tsx';
import { Totals } from './Totals.tsx';

const Place = styled.div`
  display: grid;
  place-items: center;
  min-block-size: 40rem;
  margin-block-start: var(--space-6);
  border: 1px solid var(--rule);
  color: var(--ink-muted);

  @media (max-width: 48rem) {
    min-block-size: 26rem;
  }
`;

export function TerritorySkeleton() {
  return (
    <>
      <Totals worth={null} />
      <Place>
        <Spinner size={40} label="Loading your territory" />
      </Place>
    </>
  );
}
