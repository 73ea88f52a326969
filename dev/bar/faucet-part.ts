/** The faucet: gives the connected account tokens on the local chain. */
import { z } from 'zod';
import { addressSchema, type Address } from '../../common/values/address.ts';
import { shortAddress } from '../../common/values/short-address.ts';
import { tell } from './calls.ts';
import { button, labelled, note, type Part, type Say } from './elements.ts';

const DENA = 10_000;
const GIFTS = [
  { label: `${DENA.toLocaleString('en-US')} DENA`, gift: { asset: 'dena', amount: DENA } },
  { label: 'National NFT', gift: { asset: 'national' } },
  { label: 'Cultural NFT', gift: { asset: 'cultural' } },
] as const;

const givenSchema = z.object({ asset: z.string() });
const accountsSchema = z.array(addressSchema);

declare global {
  interface Window {
    /** The wallet the page uses: the Demo Wallet, or an installed one. */
    ethereum?: { request(call: { readonly method: string }): Promise<unknown> };
  }
}

/** The account that the Demo Wallet, or another wallet, shares with this page. */
async function connectedAccount(): Promise<Address | null> {
  const ofDemo = window.denariaDemoWallet?.account();
  if (ofDemo) return ofDemo;
  const [account = null] = accountsSchema.parse(
    (await window.ethereum?.request({ method: 'eth_accounts' })) ?? [],
  );
  return account;
}

export function faucetPart(say: Say): Part {
  const receiver = note();
  const buttons = GIFTS.map(({ label, gift }) =>
    button(label, say, async () => {
      const walletAddress = await connectedAccount();
      if (walletAddress === null) throw new Error('Connect an account first.');
      await tell('/dev/faucet', { walletAddress, ...gift }, givenSchema);
      say(`${label} sent to ${shortAddress(walletAddress)}. The page shows it within 10 seconds.`);
    }),
  );
  const show = (account: Address | null) => {
    receiver.textContent = account
      ? `For ${shortAddress(account)}; NFTs of its own nation.`
      : 'Connect an account first.';
    for (const one of buttons) one.ariaDisabled = String(account === null);
  };
  return {
    section: labelled('Faucet', buttons, [receiver]),
    async refresh() {
      show(await connectedAccount());
    },
  };
}
