/**
 * The development chain's mint: gives DENA and NFTs to accounts that will play. It works only on a chain
 * whose first account is unlocked and owns the contracts, as on Denaria's local chain.
 */
import { Interface } from 'ethers';
import { z } from 'zod';
import type { ConfigView } from '../../common/protocol/config.ts';
import { addressSchema, type Address } from '../../common/values/address.ts';
import { WEI_PER_DENA } from '../../common/values/amount.ts';
import { NATIONS, type NationId } from '../../common/values/nations.ts';
import { rpcAt } from '../chain/rpc.ts';
import { nextNonce, transact } from '../chain/transact.ts';

export interface Endowment {
  readonly wallet: Address;
  readonly nationId: NationId;
  readonly dena: number;
  readonly nationals: number;
  readonly culturals: number;
}

const ERC20 = new Interface(['function mint(address to, uint256 amount)']);
const ERC1155 = new Interface(['function mint(address to, uint256 id, uint256 amount)']);

const accountsSchema = z.tuple([addressSchema]).rest(z.string());

/** Per mint: more than one uses, and few enough that a block holds many. */
const GAS_LIMIT = 300_000;

/** Mints an endowment for each wallet, and waits until it is there. @throws Error if the chain does not allow minting. */
export async function endow(
  rpcUrl: string,
  contracts: ConfigView['contracts'],
  endowments: readonly Endowment[],
): Promise<void> {
  // Wallets that already play need no endowment.
  if (endowments.length === 0) return;
  const rpc = rpcAt(rpcUrl);
  const [accounts] = await rpc([{ method: 'eth_accounts', params: [] }]);
  const [owner] = accountsSchema.parse(accounts);
  const mints = endowments.flatMap(({ wallet, nationId, dena, nationals, culturals }) => {
    const token = NATIONS[nationId].tokenId;
    return [
      {
        to: contracts.dena,
        data: ERC20.encodeFunctionData('mint', [wallet, BigInt(dena) * WEI_PER_DENA]),
      },
      {
        to: contracts.nationalNft,
        data: ERC1155.encodeFunctionData('mint', [wallet, token, nationals]),
      },
      {
        to: contracts.culturalNft,
        data: ERC1155.encodeFunctionData('mint', [wallet, token, culturals]),
      },
    ].map((mint) => ({ ...mint, gas: GAS_LIMIT }));
  });
  await transact(rpc, await nextNonce(rpc, owner), mints, owner);
}
