/**
 * The game that a fixture consists of: a few players, who leave behind every kind of thing that the stores
 * keep. Played over HTTP, so that keys, answers and settings are the server's own.
 */
import { z } from 'zod';
import { LOCK_MS } from '../../../../common/rules/lock.ts';
import { dena, HOUR_MS, walletOf } from '../../../../common/testing/fixtures.ts';
import type { Address } from '../../../../common/values/address.ts';
import type { FakeChain } from '../../../chain/testing/fake-chain.ts';
import type { Answer } from '../../../test/support/answer-check.ts';
import { CONTRACTS, type PlayedGame, type Purse } from './played-game.ts';

/** A request under an Idempotency-Key, and its answer at the time. */
export interface ToldRequest {
  readonly wallet: Address;
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly key: string;
  readonly status: number;
  /** The part of the answer that never changes. */
  readonly answer: Record<string, unknown>;
}

const answerSchema = z.record(z.string(), z.unknown());
const nonceSchema = z.object({ nonce: z.string() });

const ITALIAN: Purse = {
  wallet: walletOf(1),
  nationId: 'italy',
  denaWei: dena(100_000),
  national: 3,
  cultural: 3,
  name: 'italia.eth',
};
const AMERICAN: Purse = {
  wallet: walletOf(2),
  nationId: 'usa',
  denaWei: dena(500),
  national: 0,
  cultural: 0,
  name: null,
};
const ARGENTINE: Purse = {
  wallet: walletOf(3),
  nationId: 'argentina',
  denaWei: 0n,
  national: 0,
  cultural: 0,
  name: null,
};
const CHINESE: Purse = {
  wallet: walletOf(4),
  nationId: 'china',
  denaWei: dena(5000),
  national: 0,
  cultural: 1,
  name: null,
};

export const PURSES_AT_FIRST = [ITALIAN, AMERICAN, ARGENTINE, CHINESE];
/** The Italian sold two of each; the Chinese player received one DENA. */
export const PURSES_AT_LAST: readonly Purse[] = [
  { ...ITALIAN, denaWei: dena(3500), national: 1, cultural: 1 },
  AMERICAN,
  ARGENTINE,
  { ...CHINESE, denaWei: dena(5001) },
];

/** Gives the NFTs pictures and properties, which stakes keep. */
export function nameTokens(chain: FakeChain): void {
  const metadata = {
    name: 'Italia',
    image: 'https://images.example/italy.png',
    attributes: [
      { trait_type: 'Territory (km²)', value: 250 },
      { trait_type: 'Production', value: 0.25 },
    ],
  };
  const uri = `data:application/json,${encodeURIComponent(JSON.stringify(metadata))}`;
  for (const collection of ['national', 'cultural'] as const) {
    chain.setTokenUri(collection, 2n, uri);
  }
}

/** Plays it. @returns the requests that may be repeated, and an unspent nonce. */
export async function tell(
  game: PlayedGame,
): Promise<{ readonly requests: ToldRequest[]; readonly nonce: string }> {
  const { chain, clock } = game;
  const requests: ToldRequest[] = [];

  async function send(wallet: Address, path: string, body: object, key?: string): Promise<Answer> {
    const answer = await game.post(wallet, path, body, key);
    if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer;
  }

  /** Sends it under a key, and records it. */
  async function ask(
    { wallet }: Purse,
    path: string,
    body: Record<string, unknown>,
  ): Promise<Record<string, unknown>> {
    const key = `request-${requests.length}`;
    const { status, text } = await send(wallet, path, body, key);
    const answer = answerSchema.parse(JSON.parse(text));
    // The answer to a trade or a contribution includes the player's state at that moment.
    const lasting =
      'trade' in answer
        ? { trade: answer['trade'] }
        : 'contribution' in answer
          ? { contribution: answer['contribution'] }
          : answer;
    requests.push({ wallet, path, body, key, status, answer: lasting });
    return answer;
  }

  for (const { wallet, nationId } of PURSES_AT_FIRST) {
    await send(wallet, '/api/player-nation', { nationId });
  }
  await game.shows('italia.eth');

  const national = { tokenId: 2, contractAddress: CONTRACTS.nationalNft };
  const cultural = { tokenId: 2, contractAddress: CONTRACTS.culturalNft, nftType: 'museum' };
  const rounds = [];
  for (const amount of ['10000', '2500', '1000.5']) {
    await clock.advance(HOUR_MS);
    rounds.push([
      ['/api/dena/unstake', await ask(ITALIAN, '/api/dena/stake', { amount })],
      ['/api/nft/unstake', await ask(ITALIAN, '/api/nft/stake', national)],
      ['/api/nft/unstake', await ask(ITALIAN, '/api/nft/stake', cultural)],
    ] as const);
  }
  await ask(AMERICAN, '/api/dena/stake', { amount: '500' });
  await ask(CHINESE, '/api/nft/stake', { ...cultural, tokenId: 4 });
  await ask(CHINESE, '/api/trade', { resourceType: 'food', quantity: 50 });

  await clock.advance(LOCK_MS);
  await send(AMERICAN.wallet, '/api/resources/update', {});
  await ask(AMERICAN, '/api/works', { resourceType: 'oil', quantity: 40 });
  for (const [path, { id }] of rounds[0] ?? []) await ask(ITALIAN, path, { stakeId: id });

  const [italian, , , chinese] = PURSES_AT_LAST;
  for (const purse of [italian, chinese]) {
    if (!purse) throw new Error('a purse is missing');
    const { wallet, nationId, denaWei, national: plates, cultural: works } = purse;
    chain.give(wallet, {
      denaWei,
      national: { [nationId]: plates },
      cultural: { [nationId]: works },
    });
  }
  await game.quiet();

  const { nonce } = nonceSchema.parse(JSON.parse((await game.get('/api/session/nonce')).text));
  return { requests, nonce };
}
