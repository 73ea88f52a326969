/** Cards that fold on a phone, where a page with many would be six screens long. */
import { createContext } from 'react';

/**
 * The initial state of the cards below on a phone; null: they don't fold. Wider screens show them unfolded.
 */
export const PhoneFold = createContext<'open' | 'folded' | null>(null);

/** Unfolds the card around the caller. */
export const Unfold = createContext<() => void>(() => undefined);
