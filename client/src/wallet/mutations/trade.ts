/** Buys resources for DENA [TRD1]. */
import { tradeCall, type TradeAnswer } from '../../../../common/protocol/trade.ts';
import type { ResourceType } from '../../../../common/values/resources.ts';
import { request } from '../../api/request.ts';
import { keepPlayer } from './cache-effects.ts';
import { useWalletMutation, type WalletMutation } from './use-wallet-mutation.ts';

interface Order {
  readonly resourceType: ResourceType;
  /** Units, within `TRADE_QUANTITY`. */
  readonly quantity: number;
}

const trade: WalletMutation<Order, TradeAnswer> = {
  needsSession: tradeCall.needsSession,
  call: (walletAddress, { resourceType, quantity }, idempotencyKey) =>
    request(tradeCall, { body: { walletAddress, resourceType, quantity }, idempotencyKey }),
  updateCache: (queryClient, walletAddress, { playerNation, nation, resources }) =>
    keepPlayer(queryClient, walletAddress, { playerNation, nation, resources }),
};

export function useTrade() {
  return useWalletMutation(trade);
}
