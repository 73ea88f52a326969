/** Sign-in per EIP-4361, with a nonce from the server. */
import type { BaseWallet } from 'ethers';
import { z } from 'zod';
import { wallNow } from '../../../server/lib/machine.ts';
import type { Process } from './place.ts';

const nonceSchema = z.object({ nonce: z.string() });

/**
 * @param origin that players open.
 * @returns the session's cookie; null if the server does not answer, or not now.
 * @throws Error if the proof is refused for good.
 */
export async function signIn(
  process: Process,
  origin: string,
  signer: BaseWallet,
): Promise<string | null> {
  const issued = await process.ask('/api/session/nonce');
  if (issued?.status !== 200) return null;
  const { nonce } = nonceSchema.parse(JSON.parse(issued.text));
  // By the server's clock, which may have been moved.
  const date = issued.headers['date'];
  const message = [
    `${new URL(origin).host} wants you to sign in with your Ethereum account:`,
    signer.address,
    '',
    'I play.',
    '',
    `URI: ${origin}`,
    'Version: 1',
    'Chain ID: 1',
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(date ?? wallNow()).toISOString()}`,
  ].join('\n');
  const signature = await signer.signMessage(message);
  const proven = await process.ask('/api/session', { json: { message, signature } });
  if (proven === null || proven.status === 503 || proven.status === 429) return null;
  // The nonce may have died with a process, or expired by a clock that was moved.
  if (proven.status === 401) return null;
  if (proven.status !== 200) throw new Error(`signing in: ${proven.status} ${proven.text}`);
  return (proven.headers['set-cookie'] ?? '').split(';')[0] ?? '';
}
