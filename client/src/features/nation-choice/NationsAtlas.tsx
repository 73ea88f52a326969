/** The four nations as atlas plates to look at: each links to its nation's page. */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { NATION_LIST } from '../../../../common/values/nations.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { NationMap } from '../../ui/atlas/NationMap.tsx';
import { nationPath } from '../../views/nation-path.ts';

const Plates = styled.ul`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: var(--space-4);

  @media (max-width: 56rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: var(--space-3);
  }
`;

const Plate = styled(Link)`
  display: grid;
  gap: var(--space-3);
  padding: var(--space-4);
  border: 1px solid var(--rule);
  border-radius: var(--radius);
  background: var(--surface-raised);
  color: var(--ink);
  text-decoration: none;

  &:hover {
    border-color: var(--action);
  }

  > svg {
    inline-size: 100%;
    block-size: 9rem;
  }

  > span {
    display: flex;
    gap: var(--space-2);
    align-items: center;
    font-weight: 500;
  }
`;

export function NationsAtlas() {
  return (
    <Plates aria-label="The four nations">
      {NATION_LIST.map(({ id, name }) => (
        <li key={id}>
          <Plate to={nationPath(id)}>
            <NationMap nation={id} light={0.6} on="--surface-raised" capital />
            <span>
              <Flag nation={id} height={16} />
              <span>{name}</span>
            </span>
          </Plate>
        </li>
      ))}
    </Plates>
  );
}
