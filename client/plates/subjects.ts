/** What each nation's two plates are drawn with, beside its name and its work's [NFT2]. */
import type { NationId } from '../../common/values/nations.ts';

export interface Subject {
  /** Where the work of art stands, and since when. */
  readonly place: string;
  readonly year: string;
  /** The nation's colour as the game has it: on paper, and on ink. */
  readonly accent: { readonly onPaper: string; readonly onInk: string };
}

export const SUBJECTS: Readonly<Record<NationId, Subject>> = {
  usa: {
    place: 'Philadelphia',
    year: '1752',
    accent: { onPaper: '#272b7c', onInk: '#8f96f2' },
  },
  italy: {
    place: 'Rome',
    year: 'AD 80',
    accent: { onPaper: '#b9663c', onInk: '#dc8257' },
  },
  argentina: {
    place: 'Buenos Aires',
    year: '1911',
    accent: { onPaper: '#398ab5', onInk: '#a9dcf6' },
  },
  china: {
    place: 'Beijing',
    year: '1420',
    accent: { onPaper: '#0f5c4e', onInk: '#4fc2b2' },
  },
};
