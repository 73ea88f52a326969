/**
 * Whether a sign-in message (EIP-4361) is addressed to this server and valid now. `sign-in.ts`
 * checks its signature and its nonce.
 */
import type { Refusal } from '../../../common/rules/decision.ts';
import { addressSchema, type Address } from '../../../common/values/address.ts';
import { parseEip4361, type Eip4361Message } from './eip4361.ts';

/** How long a nonce waits for its message to be signed. */
export const NONCE_MS = 5 * 60_000;
/** How far apart a wallet's clock and this server's may be. */
const CLOCK_SKEW_MS = 5 * 60_000;

export type SignInRefusal = Refusal<'message-malformed' | 'proof-refused'>;

/** The fields of a well-formed message. */
export interface SignInFields extends Omit<Eip4361Message, 'address'> {
  readonly ok: true;
  readonly wallet: Address;
}

/**
 * Parses a message. The standard requires EIP-55 addresses; a lower-case one, which is what
 * `eth_requestAccounts` returns, is accepted as well.
 */
export function parseSignIn(text: string): SignInFields | SignInRefusal {
  const read = parseEip4361(text);
  if (!read) return malformed('');
  const { address, ...fields } = read;
  const wallet = addressSchema.safeParse(address);
  if (wallet.success) return { ...fields, ok: true, wallet: wallet.data };
  return malformed(` (line 2: ${wallet.error.issues[0]?.message.replace(/\.$/, '')})`);
}

/**
 * Why a message does not sign in to `origin` on its chain at `now` (the machine's time); null if it
 * does.
 */
export function objectionTo(
  fields: SignInFields,
  {
    origin,
    chainId,
    now,
  }: { readonly origin: string; readonly chainId: number; readonly now: number },
): SignInRefusal | null {
  if (!namesOrigin(fields, origin)) {
    return refused(`That message signs in to another site. Sign one for ${origin}.`);
  }
  if (fields.chainId !== chainId) {
    const right = chainId === 1 ? 'Ethereum Mainnet' : 'the chain of this rehearsal';
    return refused(
      `That message names chain ${fields.chainId}. Please switch to ${right} (Chain ID: ${chainId}) and sign again.`,
    );
  }
  const issuedAt = Date.parse(fields.issuedAt);
  // Negated, so that an invalid date fails every comparison.
  if (!(Math.abs(now - issuedAt) <= NONCE_MS + CLOCK_SKEW_MS)) {
    return refused(
      'That message was not issued just now. Check the clock of your device and sign a new one.',
    );
  }
  const { expirationTime, notBefore } = fields;
  if (expirationTime !== undefined && !(now < Date.parse(expirationTime))) {
    return refused('That message has expired. Sign a new one.');
  }
  if (notBefore !== undefined && !(Date.parse(notBefore) <= now)) {
    return refused(`That message is not valid before ${notBefore}. Sign a new one.`);
  }
  return null;
}

/**
 * Both the domain that the wallet showed and the uri are ours as players read them, not only once a
 * browser has normalised them (`0x7f000001`, `evil.example@ours`); the uri's path is free.
 */
function namesOrigin({ scheme, domain, uri }: SignInFields, origin: string): boolean {
  const { protocol, host } = new URL(origin);
  if (scheme !== undefined && `${scheme.toLowerCase()}:` !== protocol) return false;
  const [ofUri = ''] = /^[^/]*\/\/[^/?#]*/.exec(uri) ?? [];
  return domain.toLowerCase() === host && ofUri.toLowerCase() === origin;
}

function malformed(complaint: string): SignInRefusal {
  return {
    ok: false,
    code: 'message-malformed',
    message: `The message is not a sign-in message as EIP-4361 lays it out${complaint}. Sign a new one.`,
  };
}

export function refused(message: string): SignInRefusal {
  return { ok: false, code: 'proof-refused', message };
}
