/** Signing in with a wallet (EIP-4361): nonce, message, session. */
import { z } from 'zod';
import { writtenAddressSchema, type Address } from '../values/address.ts';
import { defineCall } from './call.ts';

export const nonceCall = defineCall({
  name: 'getNonce',
  method: 'GET',
  path: '/api/session/nonce',
  summary: 'A nonce for one sign-in message; valid for 5 minutes and for one use.',
  needsSession: false,
  answers: { 200: z.object({ nonce: z.string() }) },
});

const sessionViewSchema = z.object({ walletAddress: writtenAddressSchema });
export type SessionView = z.infer<typeof sessionViewSchema>;

export const signInCall = defineCall({
  name: 'signIn',
  method: 'POST',
  path: '/api/session',
  summary:
    'Prove a wallet with a signed EIP-4361 message; the session is set as an HttpOnly cookie.',
  needsSession: false,
  body: z.strictObject({
    message: z.string({ error: 'message is the signed EIP-4361 text.' }).min(1).max(4096),
    signature: z
      .string({ error: 'signature is hexadecimal text behind 0x.' })
      // Empty: a contract wallet may have been told on chain to accept the message.
      .regex(/^0x(?:[0-9a-fA-F]{2}){0,4096}$/, {
        error: 'signature is hexadecimal text behind 0x.',
      }),
  }),
  refusals: ['message-malformed', 'proof-refused', 'chain-unavailable'],
  answers: { 200: sessionViewSchema },
});

export const sessionCall = defineCall({
  name: 'getSession',
  method: 'GET',
  path: '/api/session',
  summary: 'The wallet of the session; 401 without one.',
  needsSession: false,
  refusals: ['not-signed-in'],
  answers: { 200: sessionViewSchema },
});

export const signOutCall = defineCall({
  name: 'signOut',
  method: 'DELETE',
  path: '/api/session',
  summary:
    'End the session, or with all=1 every session of its wallet: they are refused everywhere within a second.',
  needsSession: false,
  query: z.object({
    all: z
      .literal('1', { error: 'all is 1, or left out.' })
      .optional()
      .describe('Ends every session of the wallet.'),
  }),
  refusals: ['not-signed-in'],
  answers: { 204: null },
});

/** The statement that the wallet shows above the fields. */
const SIGN_IN_STATEMENT =
  'Sign in to Denaria. This proves that the wallet is yours; it moves nothing and costs nothing.';

/** The message that a wallet signs, in EIP-4361 format. */
export function signInMessage(fields: {
  readonly domain: string;
  readonly uri: string;
  readonly walletAddress: Address;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: Date;
}): string {
  return [
    `${fields.domain} wants you to sign in with your Ethereum account:`,
    fields.walletAddress,
    '',
    SIGN_IN_STATEMENT,
    '',
    `URI: ${fields.uri}`,
    'Version: 1',
    `Chain ID: ${fields.chainId}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt.toISOString()}`,
  ].join('\n');
}
