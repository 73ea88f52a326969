/** Reads and moves of the nations' works, over HTTP. */
import { expect } from 'vitest';
import { eventsCall, playersEvents, type GameEvent } from '../../../common/protocol/events.ts';
import { worksCall, type NationWork } from '../../../common/protocol/works.ts';
import type { NationId } from '../../../common/values/nations.ts';
import {
  RESOURCE_TYPES,
  type ResourceType,
  type ResourceUnits,
} from '../../../common/values/resources.ts';
import { ask } from './http-client.ts';

/** As a process answers it. */
export async function workAt(url: string, nationId: NationId): Promise<NationWork> {
  const works = (await ask(url, '/api/works')).json(worksCall.answers[200]);
  const work = works.find((one) => one.nationId === nationId);
  if (!work) throw new Error(`${nationId} has no work`);
  return work;
}

/** The nation's events that completed stages, newest first, and which. */
export async function finishing(url: string, nationId: NationId): Promise<GameEvent[]> {
  const events = (await ask(url, `${eventsCall.path}?nationId=${nationId}&limit=200`)).json(
    eventsCall.answers[200],
  );
  return playersEvents(events).filter(({ detail }) => detail.finished !== undefined);
}

/** So many orders of a wallet end before any is refused as too much at once. */
const AT_ONCE = 20;

/** Trades for these units, a thousand at a time and some together, in the wallet's name. */
export async function buy(
  post: (path: string, body: object) => Promise<{ readonly status: number; readonly text: string }>,
  units: Partial<ResourceUnits>,
): Promise<void> {
  const orders = RESOURCE_TYPES.flatMap((resourceType) => {
    const wanted = units[resourceType] ?? 0;
    return Array.from({ length: Math.ceil(wanted / 1000) }, (_, n) =>
      gift(resourceType, Math.min(wanted - n * 1000, 1000)),
    );
  });
  for (let n = 0; n < orders.length; n += AT_ONCE) {
    const some = orders.slice(n, n + AT_ONCE);
    const answers = await Promise.all(some.map((order) => post('/api/trade', order)));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      answers.map(({ text }) => [200, text]),
    );
  }
}

export const gift = (resourceType: ResourceType, quantity: number) => ({ resourceType, quantity });
