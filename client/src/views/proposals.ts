/**
 * Leads from a proposed move to where it is made: its form is filled in, its dialog opens, its
 * stake is shown.
 */
import { useContext, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { NftKind } from '../../../common/protocol/nfts.ts';
import { Unfold } from '../ui/Panel.tsx';

export type Proposal =
  /** An amount as typed. */
  | { readonly what: 'dena'; readonly amount: string }
  /** How many copies; opens the dialog. */
  | { readonly what: NftKind; readonly copies: number }
  | { readonly what: 'stake'; readonly id: string };

/** True if the proposal is for it. */
type Take = (proposal: Proposal) => boolean;

const takers = new Set<Take>();
/** Until its form is there, because the page may still be loading; kept for so long. */
let waiting: Proposal | null = null;
const WAIT_MS = 5000;

/** Nothing is staked or ended until the player confirms there. */
export function propose(proposal: Proposal): void {
  waiting = [...takers].some((take) => take(proposal)) ? null : proposal;
  setTimeout(() => {
    if (waiting === proposal) waiting = null;
  }, WAIT_MS);
}

/** Receives proposals until the returned function is called; at once, if one waits for it. */
export function takeProposals(take: Take): () => void {
  takers.add(take);
  if (waiting && take(waiting)) waiting = null;
  return () => takers.delete(take);
}

export function useProposals(take: Take): void {
  const onProposal = useEffectEvent(take);
  useEffect(() => takeProposals((proposal) => onProposal(proposal)), []);
}

/**
 * Scrolls the field to the middle of the window, so that no sticky header covers it, and focuses
 * it.
 */
export function showField(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

/** For the row of a stake: the ref of its button. Its card unfolds, and the button is shown. */
export function useShownStake(id: string): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const unfold = useContext(Unfold);
  const [asked, setAsked] = useState<Proposal | null>(null);
  useProposals((proposal) => {
    if (proposal.what !== 'stake' || proposal.id !== id) return false;
    unfold();
    setAsked(proposal);
    return true;
  });
  useEffect(() => {
    if (asked) showField(button.current);
  }, [asked]);
  return button;
}
