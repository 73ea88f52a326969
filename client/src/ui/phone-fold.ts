/** Cards that fold on a phone, where a page of many would be six screens long. */
import { createContext } from 'react';

/** How the cards below stand at first on a phone; null: they don't fold. Wider screens show them whole. */
export const PhoneFold = createContext<'open' | 'folded' | null>(null);

/** Unfolds the card around whoever calls it. */
export const Unfold = createContext<() => void>(() => undefined);
