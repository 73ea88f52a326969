/** The four national NFTs [SCR11, SCR12] as atlas plates, and what holding them is worth. */
import { Lock, Map as MapIcon, TrendingUp } from 'lucide-react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { NATION_LIST } from '../../../../common/values/nations.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { neatlineFrame } from '../../ui/atlas/neatline.ts';
import { PlatePicture } from '../../ui/atlas/PlatePicture.tsx';
import { OUTLINES } from '../../ui/maps/outlines.ts';
import { LOCK_ADJECTIVE, PRODUCTION_RANGE, TERRITORY_RANGE } from '../../views/facts.ts';
import { plateAlt } from '../../views/plate-alt.ts';

const NUMERALS = ['I', 'II', 'III', 'IV'] as const;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: var(--space-4) var(--space-7);
  margin-block-end: var(--space-6);
`;

const Title = styled.h2`
  font-size: var(--text-title);
`;

/** The plates' legend: read like a map's, not clickable. */
const Legend = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2) var(--space-5);

  > li {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    color: var(--ink-muted);
    white-space: nowrap;
  }

  strong {
    color: var(--ink);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;

const Plates = styled.ul`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: var(--space-5);

  @media (max-width: 64rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  @media (max-width: 40rem) {
    gap: var(--space-3);
  }
`;

const Plate = styled(Link)`
  display: flex;
  flex-direction: column;
  block-size: 100%;
  padding: 5px;
  ${neatlineFrame}
  background-color: var(--surface-raised);
  text-decoration: none;

  &:hover h3 {
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.2em;
  }
`;

const Caption = styled.div`
  display: grid;
  gap: var(--space-1);
  padding: var(--space-4);
`;

const Name = styled.h3`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  font-size: var(--text-heading);

  @media (max-width: 40rem) {
    font-size: var(--text-lead);
  }
`;

const Place = styled.p`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 var(--space-3);
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;
`;

export function NationalNfts() {
  return (
    <section aria-labelledby="national-nfts">
      <Head>
        <Title id="national-nfts">National NFTs</Title>
        <Legend aria-label="What each adds">
          <li>
            <MapIcon size={18} aria-hidden /> Territory <strong>{`+${TERRITORY_RANGE}`}</strong>
          </li>
          <li>
            <TrendingUp size={18} aria-hidden /> Production{' '}
            <strong>{`+${PRODUCTION_RANGE}`}</strong>
          </li>
          <li>
            <Lock size={18} aria-hidden /> <strong>{LOCK_ADJECTIVE}</strong> staking lock
          </li>
        </Legend>
      </Head>
      <Plates>
        {NATION_LIST.map(({ id, name }, i) => (
          <li key={id}>
            <Plate to="/nft">
              <PlatePicture kind="national" nation={id} alt={plateAlt('national', id)} />
              <Caption>
                <Name>
                  <Flag nation={id} height={18} />
                  <span>{name}</span>
                </Name>
                <Place>
                  <span>{OUTLINES[id].capital.coordinates}</span>
                  <span>{`Plate ${NUMERALS[i]}`}</span>
                </Place>
              </Caption>
            </Plate>
          </li>
        ))}
      </Plates>
    </section>
  );
}
