/** What a player's GDP is made of [GDP1]. Pure. */

export interface GdpPart {
  readonly name: string;
  readonly dollars: number;
}

/**
 * The parts that add up to `gdp`: the nation's starting GDP, the DENA stakes, and the rest, which comes from
 * NFTs. No part goes negative, even if the stake list is newer or older than the GDP.
 */
export function gdpParts(gdp: number, startingGdp: number, denaBonus: number): readonly GdpPart[] {
  const start = Math.min(startingGdp, gdp);
  const dena = Math.min(denaBonus, gdp - start);
  return [
    { name: 'Starting GDP', dollars: start },
    { name: 'DENA stakes', dollars: dena },
    { name: 'NFT stakes', dollars: gdp - start - dena },
  ];
}
