/**
 * Every acknowledged operation has exactly one event, and every event that the server does not
 * cause itself has one operation.
 */
import { describeOperation, type Operation, type Stake } from './operation.ts';
import type { StakeKind } from './facts.ts';
import type { WireEvent } from './wire.ts';

interface Accounts {
  /** By the id of their event. */
  readonly operations: ReadonlyMap<string, Operation>;
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

/** @param events all of them, oldest first. @param operations each of them settled. */
export function settleAccounts(
  events: readonly WireEvent[],
  operations: readonly Operation[],
): Accounts {
  const complaints: string[] = [];
  const due = new Map<string, Operation[]>();
  const stakes = new Map<string, Stake>();
  for (const operation of operations) {
    if (operation.outcome === null)
      complaints.push(`${describeOperation(operation)}: it was never answered`);
    if (operation.outcome?.is !== 'done') continue;
    const { stake } = operation.outcome;
    if (stake && operation.command.is !== 'unstake') stakes.set(stake.id, stake);
    const mark = markOf(operation);
    // [NAT3] Repeating the choice changes nothing.
    const isChosen = operation.command.is === 'choose' && mark !== null && due.has(mark);
    if (mark !== null && !isChosen) due.set(mark, [...(due.get(mark) ?? []), operation]);
  }
  const chosen = new Map<string, Operation>();
  for (const event of events) {
    if (UNASKED.has(event.kind)) continue;
    const waiting = due.get(markOfEvent(event)) ?? [];
    // Identical operations are matched in the order in which they were sent.
    const operation = waiting.shift();
    if (operation) {
      chosen.set(event.id, operation);
      complaints.push(...wrongCost(operation, event));
      if (operation.rev !== null && operation.rev < event.id) {
        complaints.push(
          `${describeOperation(operation)}: answered at ${operation.rev}, before ${event.id} [PRO9]`,
        );
      }
    } else {
      complaints.push(
        `${event.walletAddress} ${event.kind} ${event.id} ${JSON.stringify(event.detail)}: nobody asked for it, or it was done twice`,
      );
    }
  }
  for (const operation of [...due.values()].flat())
    complaints.push(`lost: ${describeOperation(operation)}`);
  complaints.push(...wrongOrder(chosen.values()));
  return { operations: chosen, stakes, complaints };
}

/** [PRO34] */
function wrongCost({ key, command }: Operation, { detail: { amount } }: WireEvent): string[] {
  const isWrong =
    command.is === 'trade' && command.cost !== undefined && String(command.cost) !== amount;
  return isWrong ? [`${key} was to cost ${command.cost} DENA and cost ${amount} [PRO34]`] : [];
}

/** @param operations in the order of their commits. @returns those that come too late, in words. */
export function wrongOrder(operations: Iterable<Operation>): string[] {
  const complaints: string[] = [];
  let latest: Operation | undefined;
  for (const operation of operations) {
    if (latest && operation.answeredAt < latest.sentAt) {
      complaints.push(
        `${operation.key} comes after ${latest.key}, though it was answered before that was sent [ORD1]`,
      );
    }
    if (!latest || operation.sentAt > latest.sentAt) latest = operation;
  }
  return complaints;
}

/** What identifies an operation and its event; null if the operation need not have an event. */
function markOf({ wallet, command, outcome }: Operation): string | null {
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
