/** The RPC adapter against a real node: the port's contract, and how it treats other chains. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { hashMessage, Interface, Wallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { address, type Address } from '../../common/values/address.ts';
import { NATIONS } from '../../common/values/nations.ts';
import { DEVELOPMENT_GENESIS, WrongChain } from '../../server/chain/check-chain.ts';
import type { RpcChainOptions } from '../../server/chain/rpc-chain.ts';
import { describeChain, type ChainWorld } from '../../server/chain/testing/conformance.ts';
import { openTestChain } from '../../server/chain/testing/open-chain.ts';
import { clockAhead } from '../../tools/test/clock-ahead.ts';
import { listening } from '../../tools/test/listening.ts';
import { DEMO_ACCOUNTS, OWNER_ACCOUNT } from './accounts.ts';
import { startLocalChain, type LocalChain } from './local-chain.ts';
import { rpcAt, type RpcCall } from './rpc.ts';
import { setClaim, setOwner } from './testing/name-storage.ts';

const ERC20 = new Interface(['function mint(address to, uint256 amount)']);
const ERC1155 = new Interface(['function mint(address to, uint256 id, uint256 amount)']);

let dataDir: string;
let local: LocalChain;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'denaria-rpc-'));
  local = await startLocalChain({ dataDir, log() {} });
});

afterAll(async () => {
  await local.close();
  await rm(dataDir, { recursive: true, force: true });
});

const newAddress = (): Address => address(Wallet.createRandom().address);

async function ask(...calls: RpcCall[]): Promise<readonly unknown[]> {
  return rpcAt(local.rpcUrl)(calls);
}

async function asOwner(to: Address, data: string): Promise<void> {
  await ask({
    method: 'eth_sendTransaction',
    params: [{ from: OWNER_ACCOUNT, to, data, gas: '0x7a120' }],
  });
  await ask({ method: 'evm_mine', params: [] });
}

/** Code that returns EIP-1271's magic value for one message and a zero word for all others. */
function walletCode(message: string): string {
  // hash = calldata[4..36]; return (hash == message's) × (0x1626ba7e << 224)
  return `0x7f${hashMessage(message).slice(2)}60043514631626ba7e60e01b0260005260206000f3`;
}
const REVERT = '0x60006000fd';
const ENDLESS_LOOP = '0x5b600056';

async function deployCode(code: string): Promise<Address> {
  const wallet = newAddress();
  await ask({ method: 'anvil_setCode', params: [wallet, code] });
  return wallet;
}

/**
 * Sits between the adapter and the node, misbehaves as networks do, and may change what the node
 * says.
 */
async function openProxy(change: (answer: string) => string = (answer) => answer) {
  let condition: 'none' | 'down' | 'hanging' = 'none';
  const server: Server = createServer((request, response) => {
    if (condition !== 'none') return;
    void (async () => {
      const answer = await fetch(local.rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: await text(request),
      });
      response.setHeader('content-type', 'application/json').end(change(await answer.text()));
    })();
  });
  server.on('connection', (socket) => {
    if (condition === 'down') socket.destroy();
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    set(next: typeof condition) {
      condition = next;
      server.closeAllConnections();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The adapter at this endpoint; `changed` overrides the local chain's options. */
function openAt(url: string, changed: Partial<RpcChainOptions> = {}) {
  return openTestChain({ endpoints: [url], contracts: local.contracts, ...changed });
}

describeChain('by JSON-RPC', async (): Promise<ChainWorld> => {
  const proxy = await openProxy();
  const pass = clockAhead();
  const chain = openAt(proxy.url);
  const rpc = rpcAt(local.rpcUrl);
  const { dena, nationalNft, culturalNft } = local.contracts;
  return {
    chain,
    wallets: [newAddress(), newAddress()],
    async give(wallet, { denaWei, nationId, national, cultural }) {
      const { tokenId } = NATIONS[nationId];
      await asOwner(dena, ERC20.encodeFunctionData('mint', [wallet, denaWei]));
      await asOwner(nationalNft, ERC1155.encodeFunctionData('mint', [wallet, tokenId, national]));
      await asOwner(culturalNft, ERC1155.encodeFunctionData('mint', [wallet, tokenId, cultural]));
    },
    async publish(collection, tokenId) {
      const origin = `http://127.0.0.1:${3000 + Number(tokenId)}`;
      await local.serveMetadataFrom(origin);
      const folder = collection === 'national' ? 'national' : 'cultural';
      return `${origin}/dev/metadata/${folder}/${tokenId}.json`;
    },
    async name(wallet, name, owner) {
      await setClaim(rpc, wallet, name);
      await setOwner(rpc, name, owner);
    },
    async nextBlock() {
      await ask({ method: 'evm_mine', params: [] });
    },
    deployContractWallet: (accepts) =>
      deployCode(accepts === 'revert' ? REVERT : walletCode(accepts.message)),
    async fault(kind) {
      proxy.set(kind);
      if (kind === 'none') pass(61_000);
    },
    waitFor: (work) => work,
    async close() {
      chain.close();
      proxy.close();
    },
  };
});

describe('a malicious contract wallet', () => {
  test('is refused, and blocks nobody else from the chain', async () => {
    const chain = openAt(local.rpcUrl);
    const wallet = await deployCode(ENDLESS_LOOP);
    for (let i = 0; i < 5; i += 1) {
      expect(await chain.acceptsSignature(wallet, 'hello', '0x1c')).toBe(false);
    }
    expect(await chain.holdings(DEMO_ACCOUNTS[0] ?? newAddress(), 'usa', 0)).toMatchObject({
      national: 3,
      cultural: 5,
    });
    chain.close();
  });
});

describe('the check at startup', () => {
  const check = async (changed: Partial<RpcChainOptions>) => {
    const chain = openAt(local.rpcUrl, changed);
    try {
      await chain.confirm();
    } finally {
      chain.close();
    }
  };

  const setBalance = (wei: string) =>
    ask({ method: 'anvil_setBalance', params: [OWNER_ACCOUNT, wei] });

  test('lets development play on the local chain, and names a wrong chain id', async () => {
    await expect(check({ refused: 'none' })).resolves.toBeUndefined();
    await expect(check({ expectedChainId: 5 })).rejects.toThrow(
      /ETH_RPC_URL leads to chain 1.*chain 5/,
    );
  });

  test('production refuses the local chain by its genesis, or by the public mnemonic’s riches', async () => {
    const hidden = await openProxy((answer) =>
      answer.replaceAll(DEVELOPMENT_GENESIS.hash, `0x${'ab'.repeat(32)}`),
    );
    const elsewhere = { refused: 'development', endpoints: [hidden.url] } as const;
    try {
      await expect(check(elsewhere)).rejects.toThrow(/development chain/);
      await setBalance('0x1');
      await expect(check(elsewhere)).resolves.toBeUndefined();
      await expect(check({ refused: 'development' })).rejects.toThrow(
        /ETH_RPC_URL.*development chain/,
      );
    } finally {
      await setBalance('0x21e19e0c9bab2400000');
      hidden.close();
    }
  });

  test('a rehearsal accepts the local chain or one of another id, and refuses Mainnet', async () => {
    const ids: number[] = [];
    const rehearsal = {
      refused: 'mainnet',
      expectedChainId: null,
      onChainId: (id: number) => ids.push(id),
    } as const;
    await expect(check(rehearsal)).resolves.toBeUndefined();
    const likeMainnet = await openProxy((answer) =>
      answer.replaceAll(DEVELOPMENT_GENESIS.hash, `0x${'ab'.repeat(32)}`),
    );
    const another = await openProxy((answer) =>
      answer
        .replaceAll('"result":"0x1"', '"result":"0x7a69"')
        .replaceAll(DEVELOPMENT_GENESIS.hash, `0x${'ab'.repeat(32)}`),
    );
    try {
      await setBalance('0x1');
      await expect(check({ ...rehearsal, endpoints: [likeMainnet.url] })).rejects.toThrow(
        /leads to Ethereum Mainnet.*leave out REHEARSAL/,
      );
      await expect(check({ ...rehearsal, endpoints: [another.url] })).resolves.toBeUndefined();
      await expect(check({ refused: 'development', endpoints: [another.url] })).rejects.toThrow(
        /chain 31337.*REHEARSAL=1/,
      );
    } finally {
      await setBalance('0x21e19e0c9bab2400000');
      likeMainnet.close();
      another.close();
    }
    expect(ids).toEqual([1, 31_337]);
  });

  test('missing or wrong contracts are named by their variables', async () => {
    const { dena, nationalNft } = local.contracts;
    const contracts = { dena: newAddress(), nationalNft: dena, culturalNft: nationalNft };
    const refusal = check({ contracts });
    await expect(refusal).rejects.toBeInstanceOf(WrongChain);
    await expect(refusal).rejects.toThrow(
      new RegExp(
        `^DENA_ADDRESS: ${contracts.dena} holds no contract.*\nNATIONAL_NFT_ADDRESS: ${dena} is not an ERC-1155`,
      ),
    );
    await expect(check({ contracts: { ...local.contracts, dena: nationalNft } })).rejects.toThrow(
      /^DENA_ADDRESS: .* is not an ERC-20 token/,
    );
  });
});
