/** Players named by a link or a request: `0x…,0x…`. Pure. */

/** How many can be named, and followed. */
export const NAMED_PLAYERS = 50;

const ADDRESS = /^0x[0-9a-f]{40}$/;

/** The wallets, each once, in lower case. What is no address is left out. */
export function circleOf(text: string): readonly string[] {
  const parts = new Set(text.split(',').map((part) => part.trim().toLowerCase()));
  return [...parts].filter((part) => ADDRESS.test(part)).slice(0, NAMED_PLAYERS);
}

/** `Circle of 3 players` */
export const circleTitle = (count: number) =>
  `Circle of ${count} ${count === 1 ? 'player' : 'players'}`;
