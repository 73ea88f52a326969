/** Follows and unfollows [SCR74]: this browser saves it, and every tab has the same. */
import { NAMED_PLAYERS, circleOf } from '../../../common/values/circle.ts';
import { load, save } from '../lib/saved.ts';
import { formatCount } from '../../../common/values/figures.ts';
import { followed, type Followed } from './follow.ts';
import { showFailure } from './toasts/toast.ts';

const KEY = 'followed';

const read = (text: string | null): Followed => new Set(circleOf(text ?? ''));

followed.set(read(load(KEY)));

if (typeof window !== 'undefined') {
  addEventListener('storage', ({ key, newValue }) => {
    // Null: all that was saved is gone.
    if (key === KEY || key === null) followed.set(read(newValue));
  });
}

/** Null if they would be more than one can follow. */
export function followedWith(before: Followed, wallets: readonly string[]): Followed | null {
  const after = new Set([...before, ...wallets.map((wallet) => wallet.toLowerCase())]);
  return after.size > NAMED_PLAYERS ? null : after;
}

/** True if they are followed now; if not, a toast says why. */
export function follow(...wallets: readonly string[]): boolean {
  const after = followedWith(followed.get(), wallets);
  if (after) keep(after);
  else {
    const { size } = followed.get();
    showFailure(
      `You can follow up to ${NAMED_PLAYERS} players`,
      `You follow ${formatCount(size)}: unfollow some of them first.`,
    );
  }
  return after !== null;
}

export function unfollow(wallet: string): void {
  keep(new Set([...followed.get()].filter((one) => one !== wallet.toLowerCase())));
}

function keep(next: Followed): void {
  save(KEY, [...next].join());
  followed.set(next);
}
