/** [WRK1] The nations' works, from all contributions in the order of commits. */
import { differences } from './differences.ts';
import { each, FACTS, NATION_IDS, RESOURCES, type NationId, type ResourceType } from './facts.ts';
import type { WireEvent, WorkAnswer } from './wire.ts';

type Units = Readonly<Record<ResourceType, number>>;

const NOTHING: Units = { wood: 0, oil: 0, food: 0, technology: 0 };

export function more(units: Units, type: ResourceType, quantity: number): Units {
  return { ...units, [type]: units[type] + quantity };
}

/** What stage `n`, counted from 0, needs. */
function needOf(n: number): Units {
  return each((type) => FACTS.work.firstNeed[type] * FACTS.work.growth ** n);
}

/** What stage `n` has of everything that was given. */
function haveOf(given: Units, n: number): Units {
  return each((type) => {
    let left = given[type];
    for (let below = 0; below < n; below += 1) left -= needOf(below)[type];
    return Math.max(0, Math.min(left, needOf(n)[type]));
  });
}

function isFull(given: Units, n: number): boolean {
  const [need, have] = [needOf(n), haveOf(given, n)];
  return RESOURCES.every((type) => have[type] === need[type]);
}

/** @param events all of them, oldest first. @returns what is wrong with the works, in words. */
export function wrongWorks(events: readonly WireEvent[], answers: readonly WorkAnswer[]): string[] {
  const complaints: string[] = [];
  const stages = Array.from({ length: FACTS.work.stages }, (_, n) => n);
  const given = new Map<NationId, Units>();
  const completedAt = new Map<NationId, (number | null)[]>();
  for (const { kind, nationId, detail, at, id } of events) {
    const before = given.get(nationId) ?? NOTHING;
    const { resourceType, quantity = 0 } = detail;
    const isGift = kind === 'contributed' && resourceType !== undefined;
    const after = isGift ? more(before, resourceType, quantity) : before;
    const moments = completedAt.get(nationId) ?? stages.map(() => null);
    const finished = stages.filter((n) => isFull(after, n) && !isFull(before, n));
    for (const n of finished) moments[n] = at;
    given.set(nationId, after);
    completedAt.set(nationId, moments);
    const right = finished.map((n) => n + 1);
    complaints.push(...differences(`what event ${id} finished`, detail.finished ?? [], right));
  }
  const works = NATION_IDS.map((nationId) => {
    const all = given.get(nationId) ?? NOTHING;
    return {
      nationId,
      stage: stages.filter((n) => isFull(all, n)).length,
      stages: stages.map((n) => ({
        need: needOf(n),
        have: haveOf(all, n),
        completedAt: completedAt.get(nationId)?.[n] ?? null,
      })),
    };
  });
  return [...complaints, ...differences('the works', answers, works)];
}
