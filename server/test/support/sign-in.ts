/** Signs in as a wallet does, with the calls that every client uses. */
import type { Wallet } from 'ethers';
import { nonceCall, signInCall, signInMessage } from '../../../common/protocol/session.ts';
import type { Address } from '../../../common/values/address.ts';
import { ask, type Asking } from './http-client.ts';

export interface Signer {
  readonly wallet: Address;
  readonly signer: Pick<Wallet, 'signMessage'>;
}

/** A sign-in message as the server at this address expects it, with its own nonce. */
export async function signInText(
  url: string,
  walletAddress: Address,
  headers: Asking['headers'] = {},
  origin = url,
): Promise<string> {
  const answer = await ask(url, nonceCall.path, { headers });
  const { nonce } = answer.json(nonceCall.answers[200]);
  return signInTextWith(origin, walletAddress, nonce);
}

/** The same with a given nonce, issued or not. */
export function signInTextWith(url: string, walletAddress: Address, nonce: string): string {
  const { host, origin } = new URL(url);
  return signInMessage({
    domain: host,
    uri: origin,
    walletAddress,
    chainId: 1,
    nonce,
    issuedAt: new Date(),
  });
}

/**
 * Signs in.
 * @param origin the address that players open, if it is another.
 * @returns the session's cookie. @throws Error with the refusal's sentence.
 */
export async function signIn(
  url: string,
  { wallet, signer }: Signer,
  headers: Asking['headers'] = {},
  origin = url,
): Promise<string> {
  const message = await signInText(url, wallet, headers, origin);
  const signature = await signer.signMessage(message);
  const answer = await ask(url, signInCall.path, { json: { message, signature }, headers });
  if (answer.status !== 200) throw new Error(answer.text);
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}
