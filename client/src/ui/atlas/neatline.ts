/** The ruler that frames a map: degrees, alternately dark and open, as at the edge of a plate. */
import { css, styled } from 'styled-components';

const DASH = 'linear-gradient(90deg, var(--rule-strong) 50%, transparent 50%)';
const DASH_UPRIGHT = 'linear-gradient(180deg, var(--rule-strong) 50%, transparent 50%)';

/** All four edges, drawn in the element's padding box; leave 5px of padding for them. */
export const neatlineFrame = css`
  position: relative;
  border: 1px solid var(--rule-strong);
  background-image: ${DASH}, ${DASH}, ${DASH_UPRIGHT}, ${DASH_UPRIGHT};
  background-position:
    0 0,
    0 100%,
    0 0,
    100% 0;
  background-size:
    32px 4px,
    32px 4px,
    4px 32px,
    4px 32px;
  /* \`round\` stretches the degrees until a whole number fits, so that no corner is cut. */
  background-repeat:
    round no-repeat,
    round no-repeat,
    no-repeat round,
    no-repeat round;

  &::after {
    content: '';
    position: absolute;
    inset: 4px;
    border: 1px solid var(--rule-strong);
    pointer-events: none;
  }
`;

/** A single edge, as a rule between parts of a page. */
export const NeatlineRule = styled.div`
  block-size: 5px;
  border-block: 1px solid var(--rule-strong);
  background: ${DASH} 0 0 / 32px 100% round;
`;

/** A card below a picture on sunken ground, like the legend below a plate of an atlas. */
export const PlateCard = styled.div`
  display: flex;
  flex-direction: column;
  border: 1px solid var(--rule);
  background: var(--surface-raised);
`;

/** The ground under the pictures: drawings in muted ink, as large as fits. */
export const PlateGround = styled.div`
  background: var(--surface-sunken);
  color: var(--ink-muted);

  > svg {
    inline-size: 100%;
    block-size: 100%;
  }
`;
