/**
 * EIP-4361: what a sign-in message says, and whether it says it to this server, now. Its signature
 * and its nonce are `sign-in.ts`'s.
 */
import { SiweMessage } from 'siwe';
import { addressSchema, type Address } from '../../../common/values/address.ts';

/** How long a nonce waits for its message to be signed. */
export const NONCE_MS = 5 * 60_000;
/** How far apart the clocks of a wallet and of this server may be. */
const CLOCK_SKEW_MS = 5 * 60_000;

const CHAIN_ID = 1;

export interface SignInRefusal {
  readonly ok: false;
  readonly code: 'message-malformed' | 'proof-refused';
  /** A sentence fit for the player: what is wrong, then what to do about it. */
  readonly message: string;
}

/** The fields of a message that was well formed. */
export interface SignInFields {
  readonly ok: true;
  readonly wallet: Address;
  readonly scheme: string | undefined;
  readonly domain: string;
  readonly uri: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: string | undefined;
  readonly expirationTime: string | undefined;
  readonly notBefore: string | undefined;
}

/**
 * Takes a message apart. The parser insists on EIP-55 addresses, as the standard does; a lower-case
 * one, which is what `eth_requestAccounts` answers, is shown to it in that form.
 */
export function parseSignIn(text: string): SignInFields | SignInRefusal {
  const [header = '', writtenAddress, ...rest] = text.split('\n');
  const wallet = addressSchema.safeParse(writtenAddress);
  if (!wallet.success) {
    const [issue] = wallet.error.issues;
    return malformed(`line 2: ${issue?.message ?? 'no wallet address'}`);
  }
  try {
    const fields = new SiweMessage([header, wallet.data, ...rest].join('\n'));
    const { scheme, domain, uri, chainId, nonce, issuedAt, expirationTime, notBefore } = fields;
    return {
      ok: true,
      wallet: wallet.data,
      scheme,
      domain,
      uri,
      chainId,
      nonce,
      issuedAt,
      expirationTime,
      notBefore,
    };
  } catch (error) {
    const [, complaint] = /^(line [0-9]+: [\x20-\x7e]{1,80})/.exec(
      error instanceof Error ? error.message : '',
    ) ?? [null, 'a field is missing, misplaced or of another form'];
    return malformed(complaint ?? '');
  }
}

/** Why a message does not sign in to `origin` at `now` (the machine's time); null where it does. */
export function objectionTo(
  fields: SignInFields,
  origin: string,
  now: number,
): SignInRefusal | null {
  if (!namesOrigin(fields, origin)) {
    return refused(`That message signs in to another site. Sign one for ${origin}.`);
  }
  if (fields.chainId !== CHAIN_ID) {
    return refused(
      `That message names chain ${fields.chainId}. Please switch to Ethereum Mainnet (Chain ID: ${CHAIN_ID}) and sign again.`,
    );
  }
  const issuedAt = Date.parse(fields.issuedAt ?? '');
  // Negated, so that a date that is none fails every comparison.
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

/** Both the domain that the wallet showed and the uri must be of the origin; the uri's path is free. */
function namesOrigin({ scheme, domain, uri }: SignInFields, origin: string): boolean {
  const { protocol } = new URL(origin);
  if (scheme !== undefined && `${scheme.toLowerCase()}:` !== protocol) return false;
  // "denaria.example@evil.example" would read like ours to a player.
  if (domain.includes('@')) return false;
  return [`${protocol}//${domain}`, uri].every(
    (text) => URL.canParse(text) && new URL(text).origin === origin,
  );
}

function malformed(complaint: string): SignInRefusal {
  return {
    ok: false,
    code: 'message-malformed',
    message: `The message is not a sign-in message as EIP-4361 lays it out (${complaint.replace(/\.$/, '')}). Sign a new one.`,
  };
}

export function refused(message: string): SignInRefusal {
  return { ok: false, code: 'proof-refused', message };
}
