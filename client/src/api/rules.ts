/** The constants of the rules by which the server decides: prices that it would not take are not shown. */
import { useQuery } from '@tanstack/react-query';
import type { ConfigView } from '../../../common/protocol/config.ts';
import { TRADE_PRICES, TRADE_QUANTITY } from '../../../common/rules/trade.ts';
import { configQuery } from './config.ts';

export type TradeRules = Pick<ConfigView['rules'], 'tradePrices' | 'tradeStep' | 'tradeMax'>;

/** What this page was built with, until the server has answered. */
const BUILT: TradeRules = {
  tradePrices: TRADE_PRICES,
  tradeStep: TRADE_QUANTITY.step,
  tradeMax: TRADE_QUANTITY.max,
};

/** [TRD1] `isFromServer`: they are the server's own, which holds the `cost` of a trade against them. */
export function useTradeRules(): { readonly rules: TradeRules; readonly isFromServer: boolean } {
  const rules = useQuery(configQuery()).data?.rules;
  return { rules: rules ?? BUILT, isFromServer: rules !== undefined };
}
