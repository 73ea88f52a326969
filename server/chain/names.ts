/**
 * Reads wallets' names [NAM1]: the name that a wallet claims (ENSIP-3), and whether that name resolves to
 * the wallet (ERC-137). The registry is trusted, and asked about many together. A resolver can be anybody's
 * contract: it is called in a separate request, with little gas and room for a short answer, and whatever
 * it does counts only against its own name. Names that are resolved off the chain (EIP-3668) or by a
 * wildcard (ENSIP-10) are not followed.
 */
import { AbiCoder, id, toQuantity } from 'ethers';
import { z } from 'zod';
import type { Address } from '../../common/values/address.ts';
import { sleep } from '../lib/machine.ts';
import type { Chain, NameAnswer } from './chain.ts';
import type { Endpoint } from './endpoint.ts';
import { NoneAnswered, type EndpointPool } from './endpoint-pool.ts';
import { failureOf, isOfContract } from './failures.ts';
import { hexBytesSchema, valueOf } from './json-rpc.ts';
import {
  ethCall,
  ethCallAnswer,
  multicall,
  multicallAnswers,
  NoMulticall,
  NotItsAnswer,
  type SubAnswer,
  type SubCall,
} from './multicall.ts';
import type { RpcClient } from './rpc-client.ts';
import { isShownName, nodeOf, reverseNode } from './shown-name.ts';

/** Its address on Mainnet. */
export const ENS_REGISTRY = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e';

/** Ten times what the public resolver uses; it can fill no more than 500 kB of memory with it. */
const RESOLVER_GAS = toQuantity(500_000);
/** How many resolvers are called at a time. */
const RESOLVERS_AT_ONCE = 2;
/**
 * Between two calls it pauses for as long as the last one took, up to this: commands come first in an
 * endpoint's rate limit.
 */
const LONGEST_PAUSE_MS = 250;
/** A chain without a registry seldom gets one. */
const NO_REGISTRY_MS = 10 * 60_000;

const selector = (signature: string) => id(signature).slice(2, 10);
const RESOLVER = selector('resolver(bytes32)');
const NAME = selector('name(bytes32)');
const ADDR = selector('addr(bytes32)');

/** A resolver's answer, as hex without `0x`; null if it failed or returned too much. */
type Said = { readonly hex: string | null } | 'unknown';

/** Failures here say nothing about an endpoint that commands should act on. */
const TERMS = { isPlayers: true };

export function nameReader(pool: EndpointPool, now: () => number): Chain['names'] {
  let noRegistryUntil = Number.NEGATIVE_INFINITY;

  return async (wallets) => {
    const unknown = wallets.map((): NameAnswer => 'unknown');
    if (wallets.length === 0 || now() < noRegistryUntil) return unknown;
    const claims = await askEach(wallets.map(reverseNode), NAME);
    if (claims === null) {
      noRegistryUntil = now() + NO_REGISTRY_MS;
      return unknown;
    }
    const claimed = claims.map((said) => (said === 'unknown' ? said : nameIn(said.hex)));
    const names = [
      ...new Set(claimed.flatMap((name) => (name && name !== 'unknown' ? [name] : []))),
    ];
    const owners = await askEach(names.map(nodeOf), ADDR);
    return wallets.map((wallet, i) => {
      const name = claimed[i] ?? null;
      if (name === null) return { name };
      const owner = name === 'unknown' ? name : (owners?.[names.indexOf(name)] ?? 'unknown');
      if (owner === 'unknown') return owner;
      return { name: isAddress(owner.hex, wallet) ? name : null };
    });
  };

  /** What each node's resolver returns for it; null if the chain has no registry. */
  async function askEach(nodes: readonly string[], method: string): Promise<Said[] | null> {
    if (nodes.length === 0) return [];
    const resolvers = await pool.ask((endpoint) => readResolvers(endpoint, nodes, now), TERMS);
    if (resolvers === null) return null;
    const said = resolvers.map((): Said => ({ hex: null }));
    const rest = resolvers.entries();
    const work = async (): Promise<void> => {
      for (const [i, resolver] of rest) {
        if (resolver === null) continue;
        const startedAt = now();
        said[i] = await askOne(resolver, `0x${method}${nodes[i]?.slice(2)}`);
        await sleep(Math.min(LONGEST_PAUSE_MS, now() - startedAt));
      }
    };
    await Promise.all(Array.from({ length: RESOLVERS_AT_ONCE }, work));
    return said;
  }

  async function askOne(to: string, data: string): Promise<Said> {
    try {
      return await pool.ask(({ untrusted }) => askStranger(untrusted, to, data), TERMS);
    } catch (error) {
      if (error instanceof NoneAnswered) return 'unknown';
      throw error;
    }
  }
}

/** The resolver of each node, null for one without; null instead of the list if the chain has no registry. */
async function readResolvers(
  { rpc, multicallMissingUntil }: Endpoint,
  nodes: readonly string[],
  now: () => number,
): Promise<(string | null)[] | null> {
  const calls = nodes.map((node) => ({ to: ENS_REGISTRY, data: RESOLVER + node.slice(2) }));
  const byMulticall = now() >= multicallMissingUntil ? await together(rpc, calls) : null;
  const answers = byMulticall ?? (await oneByOne(rpc, calls));
  // A registry answers every node, with a word.
  if (answers.every((answer) => !answer)) return null;
  return answers.map((answer) => {
    const digits = answer?.slice(24, 64) ?? '';
    return /^0*$/.test(digits) ? null : `0x${digits}`;
  });
}

/** Null if the chain has no Multicall3. */
async function together(rpc: RpcClient, calls: readonly SubCall[]): Promise<SubAnswer[] | null> {
  // A separate request: no command's call shares it.
  const [outcome] = await rpc.together([multicall(calls, 'latest')]);
  try {
    return multicallAnswers(valueOf(outcome), calls.length);
  } catch (error) {
    const isMissing = error instanceof NoMulticall || error instanceof NotItsAnswer;
    if (isMissing || ['reverted', 'refused'].includes(failureOf(error))) return null;
    throw error;
  }
}

async function oneByOne(rpc: RpcClient, calls: readonly SubCall[]): Promise<SubAnswer[]> {
  const outcomes = await rpc.together(calls.map((call) => ethCall(call, 'latest')));
  return outcomes.map(ethCallAnswer);
}

/** @throws the endpoint's own failures */
async function askStranger(
  untrusted: RpcClient,
  to: string,
  data: string,
): Promise<{ readonly hex: string | null }> {
  try {
    const answer = await untrusted.call('eth_call', [{ to, data, gas: RESOLVER_GAS }, 'latest']);
    return { hex: hexBytesSchema.parse(answer).slice(2) };
  } catch (error) {
    if (isOfContract(error)) return { hex: null };
    throw error;
  }
}

/** The name in a resolver's answer; null if there is none that may be shown. */
function nameIn(hex: string | null): string | null {
  if (hex === null) return null;
  try {
    const [text]: unknown[] = AbiCoder.defaultAbiCoder().decode(['string'], `0x${hex}`);
    const name = z.string().parse(text);
    return isShownName(name) ? name : null;
  } catch {
    // Not ABI, or not UTF-8.
    return null;
  }
}

function isAddress(hex: string | null, wallet: Address): boolean {
  return hex !== null && hex.slice(0, 64) === wallet.slice(2).toLowerCase().padStart(64, '0');
}
