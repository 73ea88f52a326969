/** A small woven square, unique to a wallet's address. Decoration beside its text. */
import { styled } from 'styled-components';

const CELLS = 5;
const HALF = Math.ceil(CELLS / 2);

/**
 * The inked cells of the square, from the address's digits, mirrored left to right.
 * @param address 0x and 40 hexadecimal digits, in any case.
 */
function identiconCells(address: string): readonly { x: number; y: number }[] {
  const digits = address.slice(2).toLowerCase();
  const cells: { x: number; y: number }[] = [];
  for (let y = 0; y < CELLS; y += 1) {
    for (let x = 0; x < HALF; x += 1) {
      const digit = parseInt(digits.charAt(y * HALF + x) || '0', 16);
      const other = parseInt(digits.charAt(digits.length - 1 - y * HALF - x) || '0', 16);
      if (((digit ^ other) & 1) === 0) continue;
      cells.push({ x, y });
      if (CELLS - 1 - x !== x) cells.push({ x: CELLS - 1 - x, y });
    }
  }
  return cells;
}

const Weave = styled.svg`
  flex: none;
  border-radius: 1px;
  background: var(--surface-hover);
  fill: var(--ink);
  forced-color-adjust: none;
`;

export function Identicon({
  address,
  size = 20,
}: {
  readonly address: string;
  readonly size?: number;
}) {
  return (
    <Weave
      viewBox={`-1 -1 ${CELLS + 2} ${CELLS + 2}`}
      width={size}
      height={size}
      data-avatar
      aria-hidden
    >
      {identiconCells(address).map(({ x, y }) => (
        <rect key={`${x}-${y}`} x={x} y={y} width="1.04" height="1.04" />
      ))}
    </Weave>
  );
}
