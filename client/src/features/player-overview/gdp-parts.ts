/** What a player's GDP is made of [GDP1]. Pure. */

export interface GdpPart {
  readonly name: string;
  readonly dollars: number;
}

/**
 * The parts that add up to `gdp`: where the nation started, the DENA stakes, and the rest, which is
 * the NFTs'. A stake list newer or older than the GDP cannot make a part negative.
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
