/** The setup of most browser tests: a connected wallet and a chosen nation. */
import {
  expect,
  type APIResponse,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test';
import { configCall } from '../common/protocol/config.ts';
import { stakeDenaCall } from '../common/protocol/dena-stakes.ts';
import { verifyNftCall } from '../common/protocol/nfts.ts';
import { chooseNationCall } from '../common/protocol/player-nation.ts';
import type { Address } from '../common/values/address.ts';
import type { NationId } from '../common/values/nations.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { ApiPlayer } from '../dev/players/api-player.ts';
import { accountsFrom } from '../dev/players/rival-names.ts';

/** The id of Italy's token in either collection. */
const ITALYS_TOKEN = '2';

interface DemoWallet {
  /**
   * The account shared with the page from its first load; null: the wallet is present but not
   * connected.
   */
  readonly account: Address | null;
  /** A chain that the wallet falsely claims to be on (`0x5`). */
  readonly pretendedChainId?: string;
}

/** Sets the Demo Wallet up as after an earlier visit; changes made by a test survive reloads. */
export async function setUpWallet(
  target: Pick<BrowserContext, 'addInitScript'>,
  { account, pretendedChainId }: DemoWallet,
): Promise<void> {
  await letToastsStand(target);
  const remembered = JSON.stringify({
    connected: account,
    chosen: account,
    pretendedChainId: pretendedChainId ?? null,
  });
  await target.addInitScript((text) => {
    const key = 'denaria.demo-wallet';
    if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
  }, remembered);
}

/** Chooses and signs the nation of a connected wallet on the dashboard; ends on the dashboard. */
export async function chooseNation(page: Page, origin: string, nation: string): Promise<void> {
  await page.goto(`${origin}/dashboard`);
  await page.getByRole('button', { name: 'Choose Your Nation' }).click();
  await page
    .getByRole('dialog', { name: 'Choose Your Nation' })
    .getByRole('button', { name: new RegExp(nation) })
    .click();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await page.getByRole('heading', { name: 'Build your nation' }).waitFor();
}

/** Isabella, the second Demo account, plays without a browser. */
export class Rival {
  readonly #player: ApiPlayer;

  constructor(origin: string) {
    const [wallet] = accountsFrom(2, 1);
    if (!wallet) throw new Error('there is no second account');
    this.#player = new ApiPlayer(origin, wallet, 1);
  }

  async choose(nationId: NationId): Promise<void> {
    const { walletAddress } = this.#player;
    const body = { walletAddress, nationId };
    await acknowledged(() => this.#player.call(chooseNationCall, { body }));
  }

  async stake(amount: string): Promise<void> {
    const { walletAddress } = this.#player;
    const body = { walletAddress, amount };
    await acknowledged(() => this.#player.call(stakeDenaCall, { body }));
  }
}

/** What a busy server could not do in time is asked again, as it says. */
async function acknowledged(call: () => Promise<{ readonly kind: string }>): Promise<void> {
  await expect.poll(async () => (await call()).kind).toBe('acknowledged');
}

/** The toasts that stand, in the region that [CON9] has F8 go to. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
}

/**
 * Toasts stand for half a minute instead of 5 s, of which a busy machine has spent some when it
 * counts: it looks later. Call before the page is opened.
 */
export async function letToastsStand(target: Pick<BrowserContext, 'addInitScript'>): Promise<void> {
  await target.addInitScript(() => {
    const after = window.setTimeout;
    Object.assign(window, {
      setTimeout: (handler: TimerHandler, ms = 0, ...args: unknown[]) =>
        after(handler, ms > 4000 && ms < 5000 ? ms + 25_000 : ms, ...args),
    });
  });
}

/** The table row that contains a text. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

/** Confirms the cost of unstaking; on a failure the dialog stays. */
export async function confirmUnstake(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Unstake/ });
  await dialog.getByRole('button', { name: /^Unstake/ }).click();
}

/**
 * Stakes DENA for the first Demo account, whose page this is, by an API call instead of the form.
 */
export async function stakeDena(player: Page, origin: string, amount: string): Promise<void> {
  await act(player, `${origin}/api/dena/stake`, { amount });
}

/** Stakes NFTs of Italy for the first Demo account in the same way. */
export async function stakeNfts(
  player: Page,
  origin: string,
  { nftType, quantity }: { readonly nftType: 'national' | 'museum'; readonly quantity: number },
): Promise<void> {
  const { contracts } = configCall.answers[200].parse(
    await (await player.request.get(`${origin}/api/config`)).json(),
  );
  await act(player, `${origin}/api/nft/stake`, {
    tokenId: ITALYS_TOKEN,
    contractAddress: nftType === 'national' ? contracts.nationalNft : contracts.culturalNft,
    quantity,
    nftType,
  });
}

/**
 * Until the server has read its NFTs' pictures at its present address: a prepared world was made at
 * another one, and a busy server stakes with the pictures that it knows.
 */
export async function untilPicturesAreKnown(player: Page, origin: string): Promise<void> {
  const { contracts } = configCall.answers[200].parse(
    await (await player.request.get(`${origin}/api/config`)).json(),
  );
  for (const contractAddress of [contracts.nationalNft, contracts.culturalNft]) {
    await expect
      .poll(async () => {
        const answer = await player.request.post(`${origin}/api/nft/verify`, {
          data: { walletAddress: DEMO_ACCOUNTS[0], tokenId: ITALYS_TOKEN, contractAddress },
        });
        return answer.ok()
          ? verifyNftCall.answers[200].parse(await answer.json()).metadata.image
          : '';
      })
      .toContain(new URL(origin).host);
  }
}

async function act(player: Page, url: string, command: object): Promise<void> {
  const answer = await order(player, url, { walletAddress: DEMO_ACCOUNTS[0], ...command });
  if (!answer.ok()) throw new Error(`${url} answered ${answer.status()}: ${await answer.text()}`);
}

/**
 * A chain that has only just started may not answer in time: as the server says, it is asked again.
 * The server may close an idle connection at the moment that it is used again.
 */
export async function order(player: Page, url: string, data: object): Promise<APIResponse> {
  for (let tries = 1; ; tries += 1) {
    const answer = await player.request.post(url, { data, maxRetries: 1 });
    if (answer.status() !== 503 || tries === 5) return answer;
  }
}

/** Expects exactly one toast, with this title and description. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const both = [title, description].map((text) =>
    text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  );
  await expect(toasts(page)).toHaveText([new RegExp(both.join('.*'), 's')]);
}

/** A toast may stand over what a test presses next. */
export async function dismissToast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Dismiss notification' }).click();
}

/** Expects this part of the page to contain each of the texts. */
export async function expectTexts(
  part: Locator,
  texts: readonly (string | RegExp)[],
): Promise<void> {
  for (const text of texts) await expect(part).toContainText(text);
}
