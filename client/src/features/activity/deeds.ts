/**
 * Who just did what, merged from live messages and the game's events. A cause and the event with its id are
 * one deed, described the same from either source; only the cause knows the ranks. Pure.
 */
import type { GameEvent } from '../../../../common/protocol/events.ts';
import type { Address } from '../../../../common/values/address.ts';
import type { EventDetail, EventKind } from '../../../../common/values/stored-event.ts';
import type { Rev } from '../../../../common/values/ids.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import type { LiveCause } from '../../live/live-causes.ts';
import { actOf } from '../../views/deed-words.ts';

export interface Deed {
  /** The same whether the deed came live or as an event, as far as that can be known. */
  readonly key: string;
  readonly rev: Rev;
  readonly walletAddress: Address;
  readonly name: string | null;
  readonly nationId: NationId;
  readonly kind: EventKind;
  readonly detail: EventDetail;
  /** Its effect on the GDP, in dollars. */
  readonly delta: number;
  readonly atMs: number;
  /** The wallet's rank right before and after; null if it had none, or if unknown. */
  readonly rankBefore: number | null;
  readonly rankAfter: number | null;
  readonly presidency: LiveCause['presidency'];
}

type Happening = Pick<
  GameEvent,
  'id' | 'at' | 'kind' | 'walletAddress' | 'name' | 'nationId' | 'gdpBefore' | 'gdpAfter' | 'detail'
>;

/** Whose deeds to list; everyone's if neither is set. */
export interface Whose {
  readonly nationId?: NationId | null;
  readonly walletAddress?: Address | null;
}

/**
 * Newest first.
 * @param events newest first, already limited to the requested nation or player.
 * @param causes newest first, of everyone.
 */
export function deedsOf(
  events: readonly Happening[],
  causes: readonly LiveCause[],
  { nationId = null, walletAddress = null }: Whose = {},
): readonly Deed[] {
  const wanted = causes.filter(
    (cause) =>
      (nationId === null || cause.nationId === nationId) &&
      (walletAddress === null || cause.walletAddress === walletAddress),
  );
  const read = new Set<string>(events.map(({ id }) => id));
  const causeOf = new Map(wanted.map((cause) => [cause.key, cause]));
  const deeds = [
    ...events.map((event) => ofEvent(event, causeOf.get(event.id))),
    ...wanted.filter((cause) => !read.has(cause.key) && !isTold(cause, events)).map(ofCause),
  ];
  return deeds
    .filter((deed) => actOf(deed) !== null)
    .sort((a, b) => (a.rev < b.rev ? 1 : a.rev > b.rev ? -1 : 0));
}

function ofEvent(event: Happening, cause: LiveCause | undefined): Deed {
  const { id, at, kind, walletAddress, name, nationId, detail } = event;
  return {
    key: id,
    rev: id,
    walletAddress,
    name: name ?? null,
    nationId,
    kind,
    detail,
    delta: event.gdpAfter - event.gdpBefore,
    atMs: Date.parse(at),
    rankBefore: cause?.rankBefore ?? null,
    rankAfter: cause?.rankAfter ?? null,
    presidency: cause?.presidency ?? null,
  };
}

function ofCause(cause: LiveCause): Deed {
  const { key, rev, walletAddress, name, nationId, kind, detail, delta, atMs, presidency } = cause;
  return {
    key,
    rev,
    walletAddress,
    name: name ?? null,
    nationId,
    kind,
    detail: detail ?? {},
    delta,
    atMs,
    rankBefore: cause.rankBefore ?? null,
    rankAfter: cause.rankAfter ?? null,
    presidency,
  };
}

/**
 * True if the event of a cause has already been fetched. Needed for servers of version 6, whose causes have
 * no id: one message may cover several commits.
 */
function isTold(cause: LiveCause, events: readonly Happening[]): boolean {
  if (cause.id !== undefined) return false;
  const [newest] = events;
  if (newest && cause.rev <= newest.id) return true;
  return events.some(
    (event) =>
      event.walletAddress === cause.walletAddress &&
      event.kind === cause.kind &&
      event.gdpAfter - event.gdpBefore === cause.delta &&
      event.id <= cause.rev &&
      (cause.since === null || event.id > cause.since),
  );
}
