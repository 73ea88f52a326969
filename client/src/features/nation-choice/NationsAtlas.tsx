/** The four nations to look at: each card links to its nation's page. */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { NATION_LIST } from '../../../../common/values/nations.ts';
import { nationPath } from '../../views/paths.ts';
import { card, Cards, NationCard } from './NationCard.tsx';

const CardLink = styled(Link)`
  ${card}

  &:hover {
    border-color: var(--action);
  }
`;

export function NationsAtlas() {
  return (
    <Cards aria-label="The four nations">
      {NATION_LIST.map((nation) => (
        <li key={nation.id}>
          <CardLink to={nationPath(nation.id)}>
            <NationCard nation={nation} />
          </CardLink>
        </li>
      ))}
    </Cards>
  );
}
