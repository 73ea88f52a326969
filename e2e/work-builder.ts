/** Builds the work of Italy by API calls: DENA from the faucet, resources for it, contributions. */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { TRADE_QUANTITY, tradeCost } from '../common/rules/trade.ts';
import { RESOURCE_TYPES, type ResourceType } from '../common/values/resources.ts';
import { WORK_NEEDS } from '../common/values/works.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';

/** The most that the faucet gives at once. */
const FAUCET_DENA = 1_000_000;

const [PLAYER] = DEMO_ACCOUNTS;
const playerSchema = z.looseObject({ resources: z.looseObject({}) });

/** Buys units for the first Demo account, whose page this is: rounded up to what can be traded. */
export async function buy(
  player: Page,
  origin: string,
  resourceType: ResourceType,
  units: number,
): Promise<void> {
  const { step, max } = TRADE_QUANTITY;
  for (let left = Math.ceil(units / step) * step; left > 0; left -= max) {
    await post(player, `${origin}/api/trade`, { resourceType, quantity: Math.min(left, max) });
  }
}

export async function contribute(
  player: Page,
  origin: string,
  resourceType: ResourceType,
  quantity: number,
): Promise<void> {
  await post(player, `${origin}/api/works`, { resourceType, quantity });
}

/** Buys and contributes all that a stage needs, from 1; the stages before it are finished. */
export async function finishStage(player: Page, origin: string, stage: number): Promise<void> {
  const need = WORK_NEEDS[stage - 1];
  if (!need) throw new Error(`there is no stage ${stage}`);
  const dena = RESOURCE_TYPES.reduce((sum, type) => sum + tradeCost(type, need[type]), 0);
  for (let left = dena; left > 0; left -= FAUCET_DENA) {
    const amount = String(Math.min(left, FAUCET_DENA));
    await post(player, `${origin}/dev/faucet`, { asset: 'dena', amount });
  }
  for (const type of RESOURCE_TYPES) {
    await buy(player, origin, type, need[type]);
    await contribute(player, origin, type, need[type]);
  }
}

/** The page's player has this much wood, as far as the page knows: for a shared game, which stays as it is. */
export async function lendWood(page: Page, wood: number): Promise<void> {
  await page.route(/\/api\/(player-nation|resources\/update)/, async (route) => {
    const response = await route.fetch();
    const player = playerSchema.parse(await response.json());
    const resources = { ...player.resources, wood };
    await route.fulfill({ response, json: { ...player, resources } });
  });
}

async function post(player: Page, url: string, body: object): Promise<void> {
  const data = { walletAddress: PLAYER, ...body };
  const answer = await player.request.post(url, { data });
  if (!answer.ok()) throw new Error(`${url} answered ${answer.status()}: ${await answer.text()}`);
}
