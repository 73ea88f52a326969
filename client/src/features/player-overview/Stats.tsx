/**
 * The dashboard's four stat cards [SCR27, SCR28]: the wallet's DENA, and the player's live figures.
 */
import { useId } from 'react';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { rankPercentChange } from '../../../../common/rules/percent-change.ts';
import { formatDena, parseDena } from '../../../../common/values/amount.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { PercentChange } from '../../ui/Delta.tsx';
import { formatCount, formatDenaAmount, formatDollars } from '../../../../common/values/figures.ts';
import { formatCompact, formatGdpK } from '../../ui/format.ts';
import { Row } from '../../ui/layout/boxes.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { BigFigure, Caption } from '../../ui/text.ts';
import { LAST_VERIFIED } from '../../views/dena-ledger.ts';
import { useDenaBalance } from '../../wallet/balances.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { sinceJoining, useOwnHistory } from './own-history.ts';

/** Side by side, with rules instead of boxes; two by two where there is no room. */
const Band = styled.div`
  display: grid;
  grid-template-columns: repeat(4, auto);
  align-self: end;
  border-block: 1px solid var(--rule-strong);

  @media (max-width: 55.99rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

const Card = styled.section`
  min-inline-size: 0;
  padding-block: var(--space-3);
  overflow-wrap: anywhere;

  & + & {
    padding-inline-start: var(--card-gutter);
    border-inline-start: 1px solid var(--rule);
  }

  > h2 {
    color: var(--ink-muted);
    font: 400 var(--text-caption) / 1.5 var(--font-sans);
    letter-spacing: 0;
  }

  @media (max-width: 55.99rem) {
    padding-block: var(--space-2);

    &:nth-child(n + 3) {
      border-block-start: 1px solid var(--rule);
    }

    &:nth-child(3) {
      padding-inline-start: 0;
      border-inline-start: 0;
    }
  }
`;

function StatCard({
  title,
  value,
  text,
  prefix = '',
  exact,
  percent,
  since,
}: {
  readonly title: string;
  readonly value: number | bigint;
  /** `value`, formatted. */
  readonly text: string;
  readonly prefix?: string;
  /** The full figure, if `text` abbreviates it. */
  readonly exact?: string;
  /** Null if there is nothing to compare with. */
  readonly percent: number | null;
  /** A few words beside the change: since when, if not for a day. */
  readonly since?: string | null;
}) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <BigFigure as="p" title={exact}>
        <Figure value={value} text={`${prefix}${text}`} />
      </BigFigure>
      <Row $gap={[0, 1]} $wrap>
        <PercentChange percent={percent} />
        {since && <Caption>{` ${since}`}</Caption>}
      </Row>
    </Card>
  );
}

export function Stats({ player }: { readonly player: PlayerNationView }) {
  const { playerNation, nation } = player;
  const { change24h } = playerNation;
  const { balanceWei: readWei, problem } = useDenaBalance();
  const { isWrongNetwork } = useWallet();
  const row = useOwnRow();
  const history = useOwnHistory(player);
  // The wallet's own reading is the newest; until it arrives, use the server's last verified one.
  const balanceWei = readWei ?? parseDena(playerNation.denaBalance) ?? 0n;
  const gdp = row?.gdp ?? playerNation.gdp;
  const rank = row?.rank ?? playerNation.rank;
  const before = change24h.rankDayAgo;
  // [PCT1] Pushes update the rank, but not the change that came with the last response.
  const change =
    before === null
      ? sinceJoining(history, { gdp, rank })
      : { gdp: change24h.gdp, rank: rankPercentChange(rank, before) };
  const sinceOf = (percent: number | null) =>
    before === null && percent ? 'since you joined' : null;
  return (
    <Band>
      <StatCard
        title="DENA Balance"
        value={balanceWei}
        text={formatDenaAmount(formatDena(balanceWei))}
        percent={change24h.denaBalance}
        since={problem !== null || isWrongNetwork ? LAST_VERIFIED : null}
      />
      <StatCard
        title="GDP"
        value={gdp}
        prefix="$"
        text={formatGdpK(gdp)}
        exact={formatDollars(gdp)}
        percent={change.gdp}
        since={sinceOf(change.gdp)}
      />
      <StatCard
        title="Population"
        value={nation.population}
        text={formatCompact(nation.population)}
        exact={formatCount(nation.population)}
        percent={change24h.population}
      />
      <StatCard
        title="Global Rank"
        value={-rank}
        prefix="#"
        text={formatCount(rank)}
        percent={change.rank}
        since={sinceOf(change.rank)}
      />
    </Band>
  );
}
