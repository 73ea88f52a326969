/** What to tell the player about a wallet's error. Apart from the errors' classes, which load with the page. */
import { refusalOf, type Refusal } from './eip1193.ts';

/** The remedies that do not depend on what the wallet was asked. */
const REMEDIES = {
  pending: 'The wallet is already asking for something. Open it and answer.',
  unauthorized:
    'The wallet no longer shares this account with the page. Press Disconnect, then connect it again.',
  offline: 'The wallet has lost its connection to the network. Check its network, then try again.',
} as const;

/** What to tell the player about a wallet's error: the remedy for its reason, otherwise `otherwise`. */
export function remedyFor(
  error: unknown,
  {
    otherwise,
    ...own
  }: { readonly otherwise: string } & Partial<Readonly<Record<Refusal, string>>>,
): string {
  const refusal = refusalOf(error);
  const remedies: Partial<Readonly<Record<Refusal, string>>> = { ...REMEDIES, ...own };
  return (refusal && remedies[refusal]) ?? otherwise;
}
