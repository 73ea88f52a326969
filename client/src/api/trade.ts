/** Resources bought for DENA. */
import { tradeCall, type TradeAnswer } from '../../../common/protocol/trade.ts';
import type { Address } from '../../../common/values/address.ts';
import type { ResourceType } from '../../../common/values/resources.ts';
import { request } from './request.ts';

/** @param body.quantity units: 10 to 1000, in steps of 10 [TRD1]. */
export function trade(
  body: { walletAddress: Address; resourceType: ResourceType; quantity: number },
  idempotencyKey: string,
): Promise<TradeAnswer> {
  return request(tradeCall, { body, idempotencyKey });
}
