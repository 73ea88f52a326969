/** Formats an audit's findings as lines to print. */
import type { Receipt, ReceiptTerm } from '../../common/rules/receipt.ts';
import type { Address } from '../../common/values/address.ts';
import { formatDena } from '../../common/values/amount.ts';
import { formatCount, formatDollars } from '../../common/values/figures.ts';
import { instantText } from '../../common/values/instant.ts';
import { nationInText } from '../../common/values/nations.ts';
import type { Player } from '../../common/values/player.ts';
import type { Stake } from '../../common/values/stake.ts';
import type { Audit } from './audit.ts';
import type { WalletCheck } from './check-wallet.ts';

/** Columns of the receipt: the label and its figure. */
const WHAT = 30;
const FIGURE = 18;

/** For one wallet: its receipt, its events, its differences. */
export function walletReport(wallet: Address, found: Audit): string[] {
  const { last } = found;
  return [
    ...(last?.player && last.receipt ? receiptLines(last.player, last.receipt) : []),
    ...(last ? eventLines(last) : []),
    ...unreadableLines(found),
    ...(found.differences.count === 0
      ? [`${wallet}: stakes, events and what is stored agree.`]
      : differenceLines(found)),
  ];
}

/** For all wallets: how many there were, the weeks, the differences. */
export function summary(place: string, found: Audit, ms: number): string[] {
  const { players, stakes, events } = found;
  return [
    `Read ${place}, each wallet at one moment, in ${(ms / 1000).toFixed(1)} s.`,
    `  players ${formatCount(players)}`,
    `  stakes  ${formatCount(stakes.all)}, ${formatCount(stakes.active)} of them active`,
    `  events  ${formatCount(events)}`,
    ...weekLines(found),
    ...unreadableLines(found),
    ...(found.differences.count === 0
      ? ['Stakes, events and what is stored agree for every player.']
      : differenceLines(found)),
  ];
}

function receiptLines(player: Player, { terms, total }: Receipt): string[] {
  const { wallet, nationId, startingGdp, joinedAt, version, standing } = player;
  return [
    `${wallet} plays for ${nationInText(nationId)} since ${instantText(joinedAt)}, version ${version}.`,
    'Receipt [GDP1]:',
    ...terms.flatMap((term) => [
      `  ${term.term.padEnd(WHAT)}${formatDollars(term.gdp).padStart(FIGURE)}${howMade(term, startingGdp)}`,
      ...term.parts.map(partLine),
    ]),
    `  ${'total'.padEnd(WHAT)}${formatDollars(total).padStart(FIGURE)}`,
    `  ${'stored'.padEnd(WHAT)}${formatDollars(standing.gdp).padStart(FIGURE)}`,
  ];
}

/** How the national term derives from production: its parts have no figures of their own. */
function howMade({ term, parts }: ReceiptTerm, startingGdp: number): string {
  if (term !== 'national' || parts.length === 0) return '';
  const hundredths = parts.reduce(
    (sum, part) =>
      part.kind === 'national' ? sum + part.productionHundredths * part.quantity : sum,
    0,
  );
  return `  = ${formatDollars(startingGdp)} × ${times(hundredths)}, rounded down`;
}

function partLine(stake: Stake): string {
  const { id, stakedAt, unstakeableAt } = stake;
  return `    ${worthOf(stake).padEnd(WHAT + FIGURE - 2)}  staked ${instantText(stakedAt)}, locked until ${instantText(unstakeableAt)}, ${id}`;
}

function worthOf(stake: Stake): string {
  switch (stake.kind) {
    case 'dena':
      return `${formatDena(stake.amountWei)} DENA, ${formatDollars(stake.gdpBonus)}`;
    case 'national':
      return `${stake.quantity} of ${times(stake.productionHundredths)}`;
    case 'cultural':
      return `${stake.quantity} of ${formatDollars(stake.culturalGdpBonus)}`;
  }
}

function times(hundredths: number): string {
  return `${(hundredths / 100).toFixed(2)}×`;
}

function eventLines({ events, stakes }: WalletCheck): string[] {
  const { all, first, last } = events;
  const span =
    first && last
      ? `, from ${first.kind} on ${instantText(first.at)} to ${last.kind} on ${instantText(last.at)}`
      : '';
  return [
    `Stakes: ${formatCount(stakes.all)}, ${formatCount(stakes.active)} of them active.`,
    `Events: ${formatCount(all)}${span}.`,
  ];
}

function weekLines({ weeks }: Audit): string[] {
  if (!weeks || weeks.closed === 0) return [];
  const { closed, computed } = weeks;
  const rest =
    computed < closed
      ? ` An event can’t be read, so the last ${formatCount(closed - computed)} were not.`
      : '';
  return [`Closed weeks, computed again from the events [SEA1]: ${formatCount(computed)}.${rest}`];
}

function unreadableLines({ unreadable }: Audit): string[] {
  if (unreadable === 0) return [];
  return [
    `Events that can't be read: ${formatCount(unreadable)}. What they did is not known, which is no difference.`,
  ];
}

function differenceLines({ differences: { count, listed } }: Audit): string[] {
  const more = count - listed.length;
  return [
    `${formatCount(count)} ${count === 1 ? 'difference' : 'differences'}:`,
    ...listed.map(({ of, what }) => `  ${of}: ${what}`),
    ...(more > 0 ? [`  … and ${formatCount(more)} more`] : []),
  ];
}
