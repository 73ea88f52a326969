/**
 * The game's contracts on the development chain: deployed once together with their holders' endowment, and
 * found again by their saved addresses.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { getCreateAddress, Interface } from 'ethers';
import { z } from 'zod';
import { address, addressSchema, type Address } from '../../common/values/address.ts';
import { WEI_PER_DENA } from '../../common/values/amount.ts';
import { MULTICALL3 } from '../../server/chain/multicall.ts';
import compiled from '../contracts/compiled.json' with { type: 'json' };
import { DEMO_ACCOUNTS, OWNER_ACCOUNT } from './accounts.ts';
import type { Rpc } from './rpc.ts';
import { nextNonce, transact } from './transact.ts';

/** What each of accounts 1–9 starts with; NFTs per nation. */
const ENDOWMENT = { dena: 100_000n, nationals: 3n, culturals: 5n } as const;

const deploymentSchema = z.object({
  dena: addressSchema,
  nationalNft: addressSchema,
  culturalNft: addressSchema,
});
export type Deployment = Readonly<z.infer<typeof deploymentSchema>>;

const TOKEN = new Interface([
  'function mintEach(address[] holders, uint256 amount)',
  'function baseUri() view returns (string)',
  'function setBaseUri(string newBaseUri)',
]);

const codeSchema = z.string().regex(/^0x[0-9a-f]*$/);

/**
 * The addresses of the three contracts. Deploys them and endows accounts 1–9, unless the file names contracts
 * that exist on the chain.
 */
export async function ensureDeployed(
  rpc: Rpc,
  file: string,
): Promise<{ readonly deployment: Deployment; readonly isNew: boolean }> {
  const known = await readDeployment(file);
  if (known && (await isOnChain(rpc, known))) return { deployment: known, isNew: false };
  const deployment = await deploy(rpc);
  await writeFile(file, `${JSON.stringify(deployment, null, 2)}\n`);
  return { deployment, isNew: true };
}

/** Puts Multicall3 at its address on every public chain, unless it is there already. */
export async function ensureMulticall(rpc: Rpc): Promise<void> {
  const [code] = await rpc([{ method: 'eth_getCode', params: [MULTICALL3, 'latest'] }]);
  if (codeSchema.parse(code) !== '0x') return;
  await rpc([{ method: 'anvil_setCode', params: [MULTICALL3, compiled.Multicall3] }]);
}

/** Moves both collections' metadata to `origin`, if it is not there already. */
export async function pointMetadataAt(
  rpc: Rpc,
  deployment: Deployment,
  origin: string,
): Promise<void> {
  const wanted = [
    { contract: deployment.nationalNft, baseUri: `${origin}/dev/metadata/national/` },
    { contract: deployment.culturalNft, baseUri: `${origin}/dev/metadata/cultural/` },
  ];
  const found = await rpc(
    wanted.map(({ contract }) => ({
      method: 'eth_call',
      params: [{ to: contract, data: TOKEN.encodeFunctionData('baseUri') }, 'latest'],
    })),
  );
  const moved = wanted.filter(({ baseUri }, i) => {
    const [current] = TOKEN.decodeFunctionResult('baseUri', codeSchema.parse(found[i]));
    return current !== baseUri;
  });
  await transact(
    rpc,
    await nextNonce(rpc),
    moved.map(({ contract, baseUri }) => ({
      to: contract,
      data: TOKEN.encodeFunctionData('setBaseUri', [baseUri]),
    })),
  );
}

async function readDeployment(file: string): Promise<Deployment | null> {
  try {
    return deploymentSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Missing or unreadable: deploy again in both cases.
    return null;
  }
}

async function isOnChain(rpc: Rpc, deployment: Deployment): Promise<boolean> {
  const codes = await rpc(
    Object.values(deployment).map((contract) => ({
      method: 'eth_getCode',
      params: [contract, 'latest'],
    })),
  );
  return codes.every((code) => codeSchema.parse(code) !== '0x');
}

/** All in one batch: the contracts' addresses follow from the owner's nonce. */
async function deploy(rpc: Rpc): Promise<Deployment> {
  const nonce = await nextNonce(rpc);
  const addressAt = (offset: number): Address =>
    address(getCreateAddress({ from: OWNER_ACCOUNT, nonce: nonce + offset }));
  const deployment: Deployment = {
    dena: addressAt(0),
    nationalNft: addressAt(1),
    culturalNft: addressAt(2),
  };
  const endow = (to: Address, amount: bigint) => ({
    to,
    data: TOKEN.encodeFunctionData('mintEach', [DEMO_ACCOUNTS, amount]),
  });
  await transact(rpc, nonce, [
    { data: compiled.Dena },
    { data: compiled.NationalNft },
    { data: compiled.CulturalNft },
    endow(deployment.dena, ENDOWMENT.dena * WEI_PER_DENA),
    endow(deployment.nationalNft, ENDOWMENT.nationals),
    endow(deployment.culturalNft, ENDOWMENT.culturals),
  ]);
  if (!(await isOnChain(rpc, deployment))) {
    throw new Error('The contracts were deployed, but the chain does not hold them.');
  }
  return deployment;
}
