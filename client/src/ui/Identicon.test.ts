import { describe, expect, it } from 'vitest';
import { identiconCells } from './Identicon.tsx';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const written = (address: string) =>
  identiconCells(address)
    .map(({ x, y }) => `${x},${y}`)
    .toSorted();

describe('an identicon', () => {
  it('is the same for every spelling of an address, and differs for another address', () => {
    expect(written(ADDRESS.toLowerCase())).toEqual(written(ADDRESS));
    expect(written(`0x${'1'.repeat(39)}2`)).not.toEqual(written(ADDRESS));
  });

  it('is mirror-symmetric', () => {
    const cells = written(ADDRESS);
    const mirrored = identiconCells(ADDRESS)
      .map(({ x, y }) => `${4 - x},${y}`)
      .toSorted();
    expect(cells.length).toBeGreaterThan(0);
    expect(mirrored).toEqual(cells);
  });
});
