/** A card below a picture on sunken ground, as a plate of an atlas has its legend. */
import { styled } from 'styled-components';

export const PlateCard = styled.div`
  display: flex;
  flex-direction: column;
  border: 1px solid var(--rule);
  background: var(--surface-raised);
`;

/** What the pictures stand on: drawings in the ink that is left for them, as large as there is room. */
export const PlateGround = styled.div`
  background: var(--surface-sunken);
  color: var(--ink-muted);

  > svg {
    inline-size: 100%;
    block-size: 100%;
  }
`;
