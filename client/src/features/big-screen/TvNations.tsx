/** The four nations' standings, readable across a room. */
import { styled } from 'styled-components';
import { useStandings } from '../../live/standings.ts';
import { NationMap } from '../../ui/atlas/NationMap.tsx';
import { DollarChange } from '../../ui/Delta.tsx';
import { formatGdpK, formatPlayers } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { figures } from '../../ui/text.ts';
import { Glow } from '../../views/row-parts.tsx';
import { text } from './screen.ts';

const List = styled.ol`
  display: grid;
`;

const Row = styled.li`
  position: relative;
  isolation: isolate;
  display: grid;
  grid-template-columns: ${text(4)} minmax(0, 1fr) auto;
  gap: 0 ${text(1.2)};
  align-items: center;
  block-size: ${text(5.2)};
  border-block-end: 1px solid var(--rule);
  ${figures}
`;

const Outline = styled.div`
  grid-row: 1 / 3;
  block-size: ${text(3.8)};

  > svg {
    inline-size: 100%;
    block-size: 100%;
  }
`;

const Name = styled.span`
  align-self: end;
  font-family: var(--font-display);
  font-size: ${text(2.1)};
  line-height: 1.15;
`;

const Total = styled.strong`
  align-self: end;
  font-size: ${text(2.1)};
  font-weight: 600;
  line-height: 1.15;
  text-align: end;
`;

const Small = styled.span`
  align-self: start;
  color: var(--ink-muted);
  font-size: ${text(1.4)};

  &:last-child {
    justify-self: end;
  }

  > span {
    font-size: inherit;
  }

  svg {
    inline-size: 0.7em;
    block-size: 0.7em;
  }
`;

export function TvNations() {
  const standings = useStandings() ?? [];
  const most = standings[0]?.gdp ?? 0;
  return (
    <List aria-label="Nations">
      {standings.map(({ nationId, name, gdp, players, change }) => (
        <Row key={nationId}>
          <Glow value={gdp} />
          <Outline>
            <NationMap nation={nationId} light={most === 0 ? 0.15 : gdp / most} small />
          </Outline>
          <Name>{name}</Name>
          <Total>
            <Figure value={gdp} text={`$${formatGdpK(gdp)}`} />
          </Total>
          <Small>{formatPlayers(players)}</Small>
          <Small>
            <DollarChange dollars={change.m10} />
          </Small>
        </Row>
      ))}
    </List>
  );
}
