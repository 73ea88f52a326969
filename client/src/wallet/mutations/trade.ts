/** Buys resources for DENA [TRD1]. */
import { tradeCall } from '../../../../common/protocol/trade.ts';
import type { ResourceType } from '../../../../common/values/resources.ts';
import { keepPlayer } from './cache-effects.ts';
import { useWalletMutation, type WalletMutation } from './use-wallet-mutation.ts';

interface Order {
  readonly resourceType: ResourceType;
  /** Units, within `TRADE_QUANTITY`. */
  readonly quantity: number;
  /** Whole DENA, as the player was shown; null until the server's prices are known. */
  readonly cost: number | null;
}

export const trade: WalletMutation<Order, typeof tradeCall> = {
  call: tradeCall,
  body: (walletAddress, { resourceType, quantity, cost }) => ({
    walletAddress,
    resourceType,
    quantity,
    ...(cost === null ? {} : { cost: String(cost) }),
  }),
  updateCache: (queryClient, walletAddress, { playerNation, nation, resources }) =>
    keepPlayer(queryClient, walletAddress, { playerNation, nation, resources }),
};

export function useTrade() {
  return useWalletMutation(trade);
}
