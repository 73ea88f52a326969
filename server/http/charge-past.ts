/** What a ranking of the past costs its caller, on top of the request. */
import type { IncomingMessage } from 'node:http';
import type { AddressBudget } from '../lib/address-budget.ts';
import { callerKey } from '../lib/caller-address.ts';
import type { RankingThen } from '../past/past.ts';
import { PAST_PARTS_PER_POINT } from './limits.ts';

export type ChargePast = (request: IncomingMessage, then: Pick<RankingThen, 'parts'>) => void;

export function chargePastTo(budget: AddressBudget, trustProxyHops: number): ChargePast {
  return (request, { parts }) => {
    budget.spend(callerKey(request, trustProxyHops), Math.ceil(parts / PAST_PARTS_PER_POINT));
  };
}
