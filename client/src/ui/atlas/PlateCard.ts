/** A card below a picture on sunken ground, like the legend below a plate of an atlas. */
import { styled } from 'styled-components';

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
