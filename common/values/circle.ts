/** Players named by a link or a request: `0x…,0x…`. Pure. */

/** How many can be named, and followed. */
export const NAMED_PLAYERS = 50;

const ADDRESS = /^0x[0-9a-f]{40}$/;

export interface Circle {
  /** Each once, in lower case. */
  readonly wallets: readonly string[];
  /** What names nobody. */
  readonly nonsense: readonly string[];
  /** How many are beyond the most that can be named. */
  readonly beyond: number;
}

export function circleOf(text: string): Circle {
  const parts = [...new Set(text.split(',').map((part) => part.trim().toLowerCase()))];
  const named = parts.filter((part) => ADDRESS.test(part));
  return {
    wallets: named.slice(0, NAMED_PLAYERS),
    nonsense: parts.filter((part) => part !== '' && !ADDRESS.test(part)),
    beyond: Math.max(0, named.length - NAMED_PLAYERS),
  };
}

/** `A circle of 12` */
export function circleTitle(wallets: Iterable<string>): string {
  return `A circle of ${[...wallets].length}`;
}
