import { expect, it } from 'vitest';
import { propose, takeProposals, type Proposal } from './proposals.ts';

const dena = (amount: string): Proposal => ({ what: 'dena', amount });

function takerOfDena() {
  const taken: Proposal[] = [];
  const stop = takeProposals((proposal) => {
    if (proposal.what !== 'dena') return false;
    taken.push(proposal);
    return true;
  });
  return { taken, stop };
}

it('a proposal reaches the form that it is for, until that unsubscribes', () => {
  const { taken, stop } = takerOfDena();
  propose(dena('12,500'));
  propose({ what: 'national', copies: 2 });
  stop();
  expect(taken).toEqual([dena('12,500')]);
});

it('waits for a form that is still loading, once, and only the last one does', () => {
  propose(dena('1'));
  propose(dena('2'));
  const first = takerOfDena();
  first.stop();
  const second = takerOfDena();
  second.stop();
  expect([first.taken, second.taken]).toEqual([[dena('2')], []]);
});
