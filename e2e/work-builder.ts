/** Builds the work of Italy by API calls: DENA from the faucet, resources for it, contributions. */
import type { APIResponse, Page } from '@playwright/test';
import { worksCall } from '../common/protocol/works.ts';
import { tradeCost } from '../common/rules/trade.ts';
import { rules } from '../common/testing/fixtures.ts';
import {
  eachResource,
  RESOURCE_TYPES,
  type ResourceType,
  type ResourceUnits,
} from '../common/values/resources.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { order } from './demo-player.ts';

/** The most that the faucet gives at once. */
const FAUCET_DENA = 1_000_000;

const [PLAYER] = DEMO_ACCOUNTS;

/** Buys units for the first Demo account, whose page this is: rounded up to what can be traded. */
export async function buy(
  player: Page,
  origin: string,
  resourceType: ResourceType,
  units: number,
): Promise<void> {
  const { tradeStep: step, tradeMax: max } = rules;
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

/** Buys and contributes all that a stage still needs, from 1; the stages before it are finished. */
export async function finishStage(player: Page, origin: string, stage: number): Promise<void> {
  const need = await missing(player, origin, stage);
  const dena = RESOURCE_TYPES.reduce((sum, type) => sum + tradeCost(type, need[type], rules), 0);
  for (let left = dena; left > 0; left -= FAUCET_DENA) {
    const amount = String(Math.min(left, FAUCET_DENA));
    await post(player, `${origin}/dev/faucet`, { asset: 'dena', amount });
  }
  for (const type of RESOURCE_TYPES) {
    await buy(player, origin, type, need[type]);
    await contributeMissing(player, origin, type, stage);
  }
}

async function missing(player: Page, origin: string, stage: number): Promise<ResourceUnits> {
  const answer = await player.request.get(`${origin}/api/works`);
  const work = worksCall.answers[200].parse(await answer.json());
  const italys = work.find(({ nationId }) => nationId === 'italy')?.stages[stage - 1];
  if (!italys) throw new Error(`there is no stage ${stage}`);
  return eachResource((type) => italys.need[type] - italys.have[type]);
}

/** Rivals contribute too: what the work no longer needs is refused, and then it is asked again. */
async function contributeMissing(
  player: Page,
  origin: string,
  type: ResourceType,
  stage: number,
): Promise<void> {
  for (;;) {
    const quantity = (await missing(player, origin, stage))[type];
    if (quantity === 0) return;
    const data = { walletAddress: PLAYER, resourceType: type, quantity };
    const answer = await order(player, `${origin}/api/works`, data);
    if (!answer.ok() && answer.status() !== 409) throw await refusal(answer);
  }
}

async function post(player: Page, url: string, body: object): Promise<void> {
  const answer = await order(player, url, { walletAddress: PLAYER, ...body });
  if (!answer.ok()) throw await refusal(answer);
}

async function refusal(answer: APIResponse): Promise<Error> {
  return new Error(`${answer.url()} answered ${answer.status()}: ${await answer.text()}`);
}
