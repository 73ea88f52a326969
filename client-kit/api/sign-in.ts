/** Proves a wallet to a server by one signature (EIP-4361), which begins a session. */
import { pathOf } from '../../common/protocol/call.ts';
import {
  nonceCall,
  signInCall,
  signInMessage,
  type SessionView,
} from '../../common/protocol/session.ts';
import type { Address } from '../../common/values/address.ts';
import type { ApiClient } from './api-client.ts';

interface SignInParts {
  readonly walletAddress: Address;
  readonly chainId: number;
  /** Signs the text as EIP-191 has it. @returns the signature, `0x` and hexadecimal digits. */
  readonly sign: (message: string) => Promise<string>;
}

/**
 * Fetches a nonce, has the message signed, and starts the session; its cookie comes with the
 * answer.
 * @throws what `ApiClient.request` and `sign` throw.
 */
export async function signIn(
  api: ApiClient,
  { walletAddress, chainId, sign }: SignInParts,
): Promise<SessionView> {
  const { host, origin } = new URL(api.origin);
  const message = signInMessage({
    domain: host,
    uri: origin,
    walletAddress,
    chainId,
    ...(await issueNonce(api)),
  });
  const signature = await sign(message);
  return api.request(signInCall, { body: { message, signature } });
}

/**
 * A nonce for one sign-in message, valid for 5 minutes, and when it was issued: by the server's
 * clock, which judges the message, not by this machine's or the game's.
 */
async function issueNonce(api: ApiClient): Promise<{ nonce: string; issuedAt: Date }> {
  const sent = api.send(nonceCall.method, pathOf(nonceCall));
  const [{ headers }, { nonce }] = await Promise.all([sent, api.answerTo(nonceCall, sent)]);
  const date = Date.parse(headers.get('Date') ?? '');
  return { nonce, issuedAt: Number.isNaN(date) ? new Date() : new Date(date) };
}
