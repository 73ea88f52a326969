/** Which parts of the page's URL cannot be shown, and a link to what can. */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { WHOLE_RANKING } from './ranking-url.ts';

const Line = styled.output`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-4);
  align-items: center;
  min-block-size: var(--tap);
  margin-block-end: var(--space-2);
  padding: var(--space-2) var(--space-4);
  border-inline-start: 3px solid var(--action);
  background: var(--surface-raised);

  @media print {
    display: none;
  }
`;

export function Problems({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <Line>
      {problems.map((problem) => (
        <span key={problem}>{problem}</span>
      ))}
      <Link to={WHOLE_RANKING}>Show the whole ranking</Link>
    </Line>
  );
}
