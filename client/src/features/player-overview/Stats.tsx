/** The dashboard's four stat cards [SCR27]: the wallet's DENA, and the player's live figures. */
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { rankPercentChange } from '../../../../common/rules/percent-change.ts';
import { formatDena, parseDena } from '../../../../common/values/amount.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { useOwnRow } from '../../live/live-context.ts';
import {
  formatCompact,
  formatCount,
  formatDenaAmount,
  formatDollars,
  formatGdpK,
} from '../../ui/format.ts';
import { LAST_VERIFIED, ledgerOf, ledgerText } from '../../views/dena-ledger.ts';
import { useDenaBalance } from '../../wallet/dena-balance.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { denaSince, dollarsSince, placesSince } from './since-joining.tsx';
import { Sparkline } from './Sparkline.tsx';
import { StatCard, StatRow } from './StatCard.tsx';
import { useBalanceHistory, useRankHistory } from './use-histories.ts';
import { useOwnSteps } from './use-own-steps.ts';

export function Stats({ player }: { readonly player: PlayerNationView }) {
  const { playerNation, nation } = player;
  const { change24h } = playerNation;
  const { balanceWei: readWei, problem } = useDenaBalance();
  const { isWrongNetwork } = useWallet();
  const row = useOwnRow();
  const { gdp: history, rankAtJoining } = useOwnSteps(player);
  // The wallet's own reading is the newest; until it arrives, use the server's last verified one.
  const balanceWei = readWei ?? parseDena(playerNation.denaBalance) ?? 0n;
  const balance = formatDena(balanceWei);
  const gdp = row?.gdp ?? playerNation.gdp;
  const rank = row?.rank ?? playerNation.rank;
  const joinedMs = instantOf(playerNation.joinedAt);
  const { history: balances, atJoiningWei } = useBalanceHistory(player, balanceWei);
  const ranks = useRankHistory(player, rank);
  // Pushes update the rank, but not the change that came with the last response.
  const before = change24h.rankDayAgo;
  return (
    <StatRow>
      <StatCard
        title="DENA Balance"
        value={balanceWei}
        text={formatDenaAmount(balance)}
        exact={`${balance} DENA`}
        percent={change24h.denaBalance}
        note={
          problem !== null || isWrongNetwork
            ? LAST_VERIFIED
            : ledgerText(ledgerOf(balanceWei, playerNation))
        }
        sinceJoining={atJoiningWei !== null && denaSince(balanceWei - atJoiningWei)}
        chart={
          <Sparkline
            name="DENA balance"
            history={balances}
            value={balanceWei}
            sinceMs={joinedMs}
            write={(wei) => formatDenaAmount(formatDena(wei))}
          />
        }
      />
      <StatCard
        title="GDP"
        value={gdp}
        prefix="$"
        text={formatGdpK(gdp)}
        exact={formatDollars(gdp)}
        percent={change24h.gdp}
        sinceJoining={dollarsSince(gdp - nation.startingGdp)}
        chart={
          <Sparkline
            name="GDP"
            history={history}
            value={gdp}
            sinceMs={joinedMs}
            write={formatDollars}
          />
        }
      />
      <StatCard
        title="Population"
        value={nation.population}
        text={formatCompact(nation.population)}
        exact={formatCount(nation.population)}
        percent={change24h.population}
        chart={
          // A nation's population is fixed, so its history needs no events.
          <Sparkline
            name="Population"
            history={[]}
            value={nation.population}
            sinceMs={joinedMs}
            write={formatCompact}
          />
        }
      />
      <StatCard
        title="Global Rank"
        value={-rank}
        prefix="#"
        text={formatCount(rank)}
        percent={before === null ? change24h.rank : rankPercentChange(rank, before)}
        places={before === null ? 0 : before - rank}
        sinceJoining={rankAtJoining !== null && placesSince(rank, rankAtJoining)}
        chart={
          <Sparkline
            name="Global rank"
            history={ranks}
            value={-rank}
            sinceMs={joinedMs}
            write={(height) => `#${formatCount(-height)}`}
          />
        }
      />
    </StatRow>
  );
}
