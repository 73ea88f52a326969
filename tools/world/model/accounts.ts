/**
 * Every acknowledged deed has exactly one event, and every event that the server does not cause
 * itself has one deed.
 * [ORD1] If one commit was answered before another was sent, it is the earlier one.
 */
import { inWords, type Deed, type Stake } from './deed.ts';
import type { StakeKind } from './facts.ts';
import type { WireEvent } from './wire.ts';

interface Accounts {
  /** By the id of their event. */
  readonly deeds: ReadonlyMap<string, Deed>;
  /** By id, as received in answers. */
  readonly stakes: ReadonlyMap<string, Stake>;
  readonly complaints: readonly string[];
}

/** What the server does unasked, or what a request may not lead to. */
const UNASKED = new Set<WireEvent['kind']>([
  'resources-settled',
  'holdings-verified',
  'stakes-unbacked',
  'name-checked',
]);

const WRITTEN: Readonly<Record<StakeKind, 'dena' | 'national' | 'museum'>> = {
  dena: 'dena',
  national: 'national',
  cultural: 'museum',
};

/** @param events all of them, oldest first. @param deeds each of them settled. */
export function settleAccounts(events: readonly WireEvent[], deeds: readonly Deed[]): Accounts {
  const complaints: string[] = [];
  const due = new Map<string, Deed[]>();
  const stakes = new Map<string, Stake>();
  for (const deed of deeds) {
    if (deed.outcome === null) complaints.push(`${inWords(deed)}: it was never answered`);
    if (deed.outcome?.is !== 'done') continue;
    const { stake } = deed.outcome;
    if (stake && deed.command.is !== 'unstake') stakes.set(stake.id, stake);
    const mark = markOf(deed);
    // [NAT3] Repeating the choice changes nothing.
    const isChosen = deed.command.is === 'choose' && mark !== null && due.has(mark);
    if (mark !== null && !isChosen) due.set(mark, [...(due.get(mark) ?? []), deed]);
  }
  const chosen = new Map<string, Deed>();
  for (const event of events) {
    if (UNASKED.has(event.kind)) continue;
    const waiting = due.get(markOfEvent(event)) ?? [];
    // Identical deeds are matched in the order in which they were sent.
    const deed = waiting.shift();
    if (deed) {
      chosen.set(event.id, deed);
      if (deed.rev !== null && deed.rev < event.id) {
        complaints.push(`${inWords(deed)}: answered at ${deed.rev}, before ${event.id} [PRO9]`);
      }
    } else {
      complaints.push(
        `${event.walletAddress} ${event.kind} ${event.id} ${JSON.stringify(event.detail)}: nobody asked for it, or it was done twice`,
      );
    }
  }
  for (const deed of [...due.values()].flat()) complaints.push(`lost: ${inWords(deed)}`);
  complaints.push(...wrongOrder(chosen.values()));
  return { deeds: chosen, stakes, complaints };
}

/** @param deeds in the order of their commits. @returns those that come too late, in words. */
export function wrongOrder(deeds: Iterable<Deed>): string[] {
  const complaints: string[] = [];
  let latest: Deed | undefined;
  for (const deed of deeds) {
    if (latest && deed.answeredAt < latest.sentAt) {
      complaints.push(
        `${deed.key} comes after ${latest.key}, though it was answered before that was sent [ORD1]`,
      );
    }
    if (!latest || deed.sentAt > latest.sentAt) latest = deed;
  }
  return complaints;
}

/** What identifies a deed and its event; null if the deed need not have an event. */
function markOf({ wallet, command, outcome }: Deed): string | null {
  switch (command.is) {
    case 'choose':
      return `${wallet} nation-chosen ${command.nationId}`;
    case 'stake-dena':
    case 'stake-nft': {
      const stake = outcome?.is === 'done' ? outcome.stake : null;
      return stake ? `${wallet} ${WRITTEN[stake.kind]}-staked ${stake.id}` : null;
    }
    case 'unstake':
      return `${wallet} ${WRITTEN[command.kind]}-unstaked ${command.stakeId}`;
    case 'trade':
      return `${wallet} traded ${command.resourceType} ${command.quantity}`;
    case 'contribute':
      return `${wallet} contributed ${command.resourceType} ${command.quantity}`;
    case 'settle':
    case 'refresh':
      return null;
  }
}

function markOfEvent({ walletAddress, kind, nationId, detail }: WireEvent): string {
  if (kind === 'nation-chosen') return `${walletAddress} nation-chosen ${nationId}`;
  if (kind === 'traded' || kind === 'contributed')
    return `${walletAddress} ${kind} ${detail.resourceType} ${detail.quantity}`;
  return `${walletAddress} ${kind} ${detail.stakeIds?.join()}`;
}
