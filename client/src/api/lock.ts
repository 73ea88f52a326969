/**
 * [LCK1] The lock as the server reports it. Separate from `config.ts`, which is in the first page's weight.
 */
import { useQuery } from '@tanstack/react-query';
import { LOCK_MS } from '../../../common/rules/lock.ts';
import { configQuery } from './config.ts';

/**
 * The lock of a stake made now, in ms: the server's own figure, because that is the lock it will have; until
 * the server has answered, the one that this page was built with.
 */
export function useLockMs(): number {
  return useQuery(configQuery()).data?.lockMs ?? LOCK_MS;
}
