/** The four national NFTs [SCR11, SCR12] as atlas plates, and what holding them is worth. */
import { Lock, Map as MapIcon, TrendingUp } from 'lucide-react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { NATION_LIST } from '../../../../common/values/nations.ts';
import { useRules } from '../../api/config.ts';
import { FlagName, FourColumns, SectionTitle } from '../../ui/layout/sections.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { neatlineFrame } from '../../ui/atlas/neatline.ts';
import { PlatePicture } from '../../views/PlatePicture.tsx';
import { Row } from '../../ui/layout/boxes.ts';
import { OUTLINES } from '../../ui/maps/outlines.ts';
import { Caption, Strong } from '../../ui/text.ts';
import { lockAdjective, PRODUCTION_RANGE, TERRITORY_RANGE } from '../../views/facts.ts';

const Head = styled(Row)`
  margin-block-end: var(--space-5);

  li {
    display: flex;
    gap: var(--space-2);
    align-items: center;
    color: var(--ink-muted);
    white-space: nowrap;
  }
`;

const Plate = styled(Link)`
  display: block;
  padding: 5px;
  ${neatlineFrame}
  background-color: var(--surface-raised);
  text-decoration: none;

  > div {
    padding: var(--space-3) var(--space-4) var(--space-4);
  }

  &:hover h3 {
    text-decoration: underline;
  }

  @media (max-width: 40rem) {
    > div {
      padding: var(--space-2);
    }
  }
`;

export function NationalNfts() {
  return (
    <section aria-labelledby="national-nfts">
      <Head $gap={[3, 7]} $align="end" $justify="space-between" $wrap>
        <SectionTitle id="national-nfts">National NFTs</SectionTitle>
        {/* Read like a map's legend, not clickable. */}
        <Row as="ul" $gap={[2, 5]} $wrap aria-label="What each adds">
          <li>
            <MapIcon size={18} aria-hidden /> Territory <Strong>{`+${TERRITORY_RANGE}`}</Strong>
          </li>
          <li>
            <TrendingUp size={18} aria-hidden /> Production{' '}
            <Strong>{`+${PRODUCTION_RANGE}`}</Strong>
          </li>
          <li>
            <Lock size={18} aria-hidden /> <Strong>{lockAdjective(useRules().lockMs)}</Strong>{' '}
            staking lock
          </li>
        </Row>
      </Head>
      <FourColumns $narrow>
        {NATION_LIST.map(({ id, name }) => (
          <li key={id}>
            <Plate to="/nft">
              <PlatePicture kind="national" nation={id} />
              <div>
                <FlagName>
                  <Flag nation={id} height={18} />
                  <span>{name}</span>
                </FlagName>
                <Caption>{OUTLINES[id].capital.coordinates}</Caption>
              </div>
            </Plate>
          </li>
        ))}
      </FourColumns>
    </section>
  );
}
