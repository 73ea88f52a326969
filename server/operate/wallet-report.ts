/**
 * All that the game knows of one wallet (docs/data.md): as lines to print, the player with the
 * receipt of the GDP, commands that are remembered, its sessions, the newest commits, refusals, and
 * the acts that name it; or as JSON, to give out.
 */
import type { Address } from '../../common/values/address.ts';
import { formatDena } from '../../common/values/amount.ts';
import { formatDollars } from '../../common/values/figures.ts';
import { instantText } from '../../common/values/instant.ts';
import { RESOURCE_TYPES, type ResourceUnits } from '../../common/values/resources.ts';
import type { Player } from '../../common/values/player.ts';
import { audit } from '../audit/audit.ts';
import { justBefore } from '../audit/stored-wallets.ts';
import { walletReport } from '../audit/report.ts';
import { eventDocument, fromText, ifReadable } from '../store/documents.ts';
import { actsIn } from '../store/kept/acts.ts';
import { refusalsOf, type RefusalCount } from '../store/kept/refusals.ts';
import { sessionsOf, type StoredSession } from '../store/kept/sessions.ts';
import type { Parts, WalletSource } from '../store/stream.ts';
import { actTable, entryOf } from './act-words.ts';

const COMMITS_SHOWN = 50;

export async function walletLines(source: WalletSource, wallet: Address): Promise<string[]> {
  const found = await audit(source, wallet);
  const { read, sessions, refusals, acts } = await recordsOf(source, wallet);
  return [
    `${wallet} in ${source.name}`,
    '',
    ...(found.last
      ? walletReport(wallet, found)
      : ['It has not chosen a nation, and has nothing at stake.']),
    ...(found.last?.player ? playerLines(found.last.player) : []),
    ...section(
      'Sign-ins of the last 7 days whose sessions have not ended',
      sessions.map(sessionLine),
    ),
    ...section('Refusals of the last 14 days', refusals.map(refusalLine)),
    ...section(
      'Commands that are remembered for a retry',
      (await read('receipts')).map(receiptLine),
    ),
    ...section('Acts of operators', acts.length > 0 ? actTable(acts.toReversed()) : []),
    ...section(`Commits, the newest ${COMMITS_SHOWN}`, commitLines(await read('events'))),
  ];
}

/** Each stored document as it is, at one moment. */
export async function walletJson(source: WalletSource, wallet: Address): Promise<string> {
  await source.refresh();
  const { read, sessions, refusals, acts } = await recordsOf(source, wallet);
  const [player] = await read('players');
  const commits = (await read('events')).toSorted(([, a], [, b]) => a - b);
  const data = {
    wallet,
    player: player ? fromText(player[1]) : null,
    stakes: (await read('stakes')).map(([, id, document]) => ({ id, stake: fromText(document) })),
    commits: commits.map(([, version, document]) => ({ version, commit: fromText(document) })),
    commands: (await read('receipts')).map(([, commandId, , answer, expiresAt]) => ({
      commandId,
      answer: fromText(answer),
      expiresAt: instantText(expiresAt),
    })),
    sessions,
    refusals,
    acts: acts.map(({ number, document }) => ({ number, ...entryOf(document) })),
  };
  return JSON.stringify(data, null, 2);
}

async function recordsOf(source: WalletSource, wallet: Address) {
  return {
    read: async <Name extends 'players' | 'stakes' | 'events' | 'receipts'>(part: Name) => {
      const rows: Parts[Name][] = [];
      const range = { after: justBefore(wallet), upTo: wallet };
      for await (const batch of source.read(part, range)) rows.push(...batch);
      return rows;
    },
    sessions: await sessionsOf(source.rows('session'), wallet),
    refusals: await refusalsOf(source.rows('refusal'), wallet),
    acts: (await actsIn(source.rows('act'), 0)).filter(({ document }) => names(document, wallet)),
  };
}

function section(title: string, lines: readonly string[]): string[] {
  return ['', `${title}:`, ...(lines.length > 0 ? lines.map((line) => `  ${line}`) : ['  none'])];
}

function names(document: string, wallet: Address): boolean {
  const act = entryOf(document)?.act;
  return act !== undefined && Object.values(act).includes(wallet);
}

function playerLines({ name, holdings, spentWei, resources, contributed, gdpSince }: Player) {
  return [
    `Name: ${name ?? 'none'}. GDP since ${instantText(gdpSince)}.`,
    `Holdings at block ${holdings.block}: ${formatDena(holdings.denaWei)} DENA, ${holdings.national} national and ${holdings.cultural} cultural NFTs. Spent: ${formatDena(spentWei)} DENA.`,
    `Resources settled at ${instantText(resources.settledAt)}: ${units(resources.units)}. Contributed: ${units(contributed)}.`,
  ];
}

function units(of: ResourceUnits): string {
  return RESOURCE_TYPES.map((type) => `${of[type]} ${type}`).join(', ');
}

function sessionLine(session: StoredSession): string {
  const { signedInAt, lastUsedAt, kind, network, device } = session;
  return `${instantText(signedInAt)}  ${kind}  ${network}  ${device}  last used ${instantText(lastUsedAt)}`;
}

function refusalLine({ what, count }: RefusalCount): string {
  return `${what}  ${count}`;
}

function receiptLine([, commandId, , , expiresAt]: Parts['receipts']): string {
  return `${commandId}  until ${instantText(expiresAt)}`;
}

/** Newest first; a store may order a wallet's events by text. */
function commitLines(rows: readonly Parts['events'][]): string[] {
  return rows
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, COMMITS_SHOWN)
    .map(([, version, document]) => {
      const event = ifReadable(() => eventDocument.decode(fromText(document)));
      if (!event) return `${version}  can’t be read`;
      const { at, kind, gdpBefore, row } = event;
      const detail = JSON.stringify(eventDocument.encode(event).detail);
      return `${version}  ${instantText(at)}  ${kind}  ${formatDollars(gdpBefore)} → ${formatDollars(row.gdp)}  ${detail}`;
    });
}
