/** The game's mark: half a globe with its axis and meridians, which is also the D of the name. */
import { styled } from 'styled-components';

const Mark = styled.svg`
  flex: none;
  fill: none;
  stroke: var(--action);
  stroke-width: 2;
`;

export function Emblem({ size = 28 }: { readonly size?: number }) {
  return (
    <Mark viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <path d="M8 3v26M8 4.3c9 0 16 4.600 16 11.700S17 27.700 8 27.700" strokeWidth="2.600" />
      <path
        d="M8 4.300c4.600 2.700 7.400 7 7.400 11.700S12.600 25 8 27.700M8 11.300h14.400M8 20.700h14.400"
        strokeWidth="1.400"
      />
    </Mark>
  );
}
