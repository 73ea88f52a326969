/** Messages of real providers, one for each way to say it, and how they are classified. */
import { describe, expect, test } from 'vitest';
import { failureOf, isTooHeavy, retryAfterMsOf, RpcRefusal, type Failure } from './failures.ts';

const said = (code: number, message: string, data?: unknown) =>
  new RpcRefusal('eth_getLogs', code, message, data);

/** The provider, its code and text; of eth_getLogs first. */
const SAID: readonly (readonly [string, number, string, Failure])[] = [
  ['Alchemy, free', -32600, 'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [0x1180fca, 0x1180fd3]. Upgrade to PAYG for expanded block range.', 'range'],
  ['Alchemy, results', -32602, 'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response. Based on your parameters and the response size limit, this block range should work: [0x10, 0x13]', 'size'],
  ['Infura, results', -32005, 'query returned more than 10000 results. Try with this block range [0xF5C4FF, 0xF5C500].', 'size'],
  ['Infura, range', -32602, 'range 1000000 exceeds limit of 10000', 'range'],
  ['Avalanche', -32000, 'requested too many blocks from 0 to 5000, maximum is set to 2048', 'range'],
  ['Coinbase', -32000, 'please limit the query to at most 1,000 blocks', 'range'],
  ['in short', -32000, 'maximum 10 blocks', 'range'],
  ['1RPC', -32000, 'response size should not greater than 10000000 bytes', 'size'],
  ['Arbitrum', -32000, 'logs matched by query exceeds limit of 10000', 'size'],
  ['geth, slow', -32002, 'request timed out', 'size'],
  ['Alchemy', 429, 'Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message.', 'limited'],
  ['Chainstack', -32005, "You've exceeded the RPS limit available on the current plan.", 'limited'],
  ['drpc', 15, 'Too many request, try again later. You have exceeded the quota', 'limited'],
  ['EIP-1474', -32005, 'limit exceeded', 'limited'],
  ['geth', -32000, 'unknown block', 'lag'],
  ['geth, its head', -32602, 'block range extends beyond current head block', 'lag'],
  ['Erigon', -32000, 'block not found: 0x1180fca', 'lag'],
  ['Nethermind', -32001, 'Block 0xdead could not be found', 'lag'],
  ['Avalanche', -32000, 'requested block 5 after last accepted block 4', 'lag'],
  ['geth, pruned', -32000, 'missing trie node 5c0ee75d9dd668839db2895c93257f6a (path ) state 0x5c is not available', 'pruned'],
  ['Erigon, pruned', -32000, 'old data not available due to pruning', 'pruned'],
  ['EIP-4444', 4444, 'pruned history unavailable', 'pruned'],
  ['geth, a contract', 3, 'execution reverted: too many requests per second', 'reverted'],
  ['Nethermind, a contract', -32015, 'VM execution error: Reverted 0x', 'reverted'],
  ['nobody knows', -32603, 'Internal error', 'refused'],
]; // prettier-ignore

describe('what providers say', () => {
  test.each(SAID)('%s (%i) “%s”', (_who, code, message, failure) => {
    expect(failureOf(said(code, message))).toBe(failure);
  });

  test('the details next to the message count: Tenderly puts the range there', () => {
    const data = { payload: 'range 9009594 is bigger than range limit 2000' };
    expect(failureOf(said(-32602, 'invalid params', data))).toBe('range');
  });

  test('the time to wait is read from the text', () => {
    const wait = (text: string) => retryAfterMsOf(said(-32090, text));
    expect(wait('call rate limit exhausted, retry in 10s')).toBe(10_000);
    expect(wait('call rate limit exhausted, retry in 10m0s')).toBe(600_000);
    expect(wait('too many requests, try again in 0.5s')).toBe(500);
    expect(wait('too many requests, try again in 1.5 seconds')).toBe(1500);
    expect(wait('too many requests, please try again later')).toBeNull();
  });

  test('a call that is too large is distinguished from one that is refused', () => {
    for (const text of [
      'out of gas',
      'execution aborted (timeout = 5s)',
      'gas required exceeds allowance',
      'request entity too large',
      'intrinsic gas too low',
    ]) {
      expect([text, isTooHeavy(said(-32000, text))]).toEqual([text, true]);
    }
    for (const text of ['missing trie node', 'rate limit exceeded', 'header not found', 'no']) {
      expect([text, isTooHeavy(said(-32000, text))]).toEqual([text, false]);
    }
  });
});
