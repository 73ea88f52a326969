/** The steps of a player's history, and their words. Pure. */
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import type { EventDetail, EventKind } from '../../../../common/values/stored-event.ts';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import { formatDeltaDollars } from '../../ui/format.ts';
import { actOf } from '../../views/activity-words.ts';

export interface Step {
  readonly atMs: number;
  /** After it; dollars. */
  readonly gdp: number;
  /** By how many dollars it changed; null for the first one that is known. */
  readonly delta: number | null;
  readonly rank: number | null;
  readonly nationId: NationId;
  readonly kind: EventKind;
  readonly detail: EventDetail;
}

export function stepsOf({
  history,
  nationId,
}: Pick<PlayerPageView, 'history' | 'nationId'>): Step[] {
  return history.map(({ at, gdp, rank, kind, detail }, i) => {
    const before = history[i - 1]?.gdp ?? null;
    return {
      atMs: instantOf(at),
      gdp,
      delta: before === null ? null : gdp - before,
      rank,
      nationId,
      kind,
      detail,
    };
  });
}

/** `staked 5,000 DENA`, `joined for Italy`; only the change if the game did it by itself. */
export function deedWords({ kind, detail, nationId, delta }: Step): string {
  if (kind === 'nation-chosen') return `joined for ${NATIONS[nationId].name}`;
  return (
    actOf({ kind, nationId, detail }) ??
    (delta === null ? 'the first step known' : formatDeltaDollars(delta))
  );
}

/** Where a moment lies between two others, from 0 to 1. */
export function placeOf(atMs: number, fromMs: number, toMs: number): number {
  return toMs <= fromMs ? 1 : Math.min(1, Math.max(0, (atMs - fromMs) / (toMs - fromMs)));
}
