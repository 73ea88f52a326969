/**
 * Finds this browser's wallets: those that announce themselves (EIP-6963), and the one behind
 * `window.ethereum` if only the Demo Wallet does.
 */
import { z } from 'zod';
import { isProvider, type Eip1193Provider } from './eip1193.ts';

/** A wallet as a player chooses it; `icon` is a data URI, empty if the wallet gave none. */
export interface AnnouncedWallet {
  readonly uuid: string;
  readonly name: string;
  readonly icon: string;
  readonly rdns: string;
}

export interface FoundWallet extends AnnouncedWallet {
  readonly provider: Eip1193Provider;
}

export const DEMO_WALLET_RDNS = 'app.denaria.demo';
const METAMASK_RDNS = 'io.metamask';

const infoSchema = z.object({
  uuid: z.string().min(1).max(128),
  name: z.string().min(1).max(64),
  // A remote picture would report every visit to its host, so only an inline one is shown.
  icon: z
    .string()
    .regex(/^data:image\//)
    .catch(''),
  rdns: z.string().min(1).max(256),
});

/** The parts of `window` that discovery needs. */
export type WalletWindow = EventTarget & { readonly ethereum?: unknown };

export interface Discovery {
  /** MetaMask first, the Demo Wallet last, the others in the order they announced themselves. */
  readonly wallets: () => readonly FoundWallet[];
  /** Looks again for a `window.ethereum` that came without an event. */
  readonly look: () => void;
}

/**
 * Listens for wallets and requests announcements; `onFound` is called with every change of the
 * list.
 */
export function discoverWallets(page: WalletWindow, onFound: () => void): Discovery {
  const announced: FoundWallet[] = [];
  let wallets: readonly FoundWallet[] = [];

  const update = () => {
    const next = inOrder(withLegacy(announced, ethereumOf(page)));
    const same =
      next.length === wallets.length &&
      next.every((wallet, i) => wallet.provider === wallets[i]?.provider);
    if (same) return;
    wallets = next;
    onFound();
  };
  const onAnnounce = (event: Event) => {
    const wallet = announcementOf(event);
    if (!wallet || announced.some((known) => isSame(known, wallet))) return;
    announced.push(wallet);
    update();
  };

  page.addEventListener('eip6963:announceProvider', onAnnounce);
  // MetaMask's own event for a late `window.ethereum`.
  page.addEventListener('ethereum#initialized', update);
  page.dispatchEvent(new Event('eip6963:requestProvider'));
  update();
  return { wallets: () => wallets, look: update };
}

/** Some wallets announce themselves under a new uuid each time, and some from a new object. */
function isSame(a: FoundWallet, b: FoundWallet): boolean {
  return a.uuid === b.uuid || a.provider === b.provider || (a.rdns === b.rdns && a.name === b.name);
}

const announcementSchema = z.object({
  info: infoSchema,
  provider: z.custom<Eip1193Provider>(isProvider),
});

function announcementOf(event: Event): FoundWallet | null {
  try {
    const parsed = announcementSchema.safeParse('detail' in event ? event.detail : null);
    return parsed.success ? { ...parsed.data.info, provider: parsed.data.provider } : null;
  } catch (error) {
    console.warn('A wallet could not be read:', error);
    return null;
  }
}

/** Extensions define it as they like: one whose getter throws costs only itself. */
function ethereumOf(page: WalletWindow): unknown {
  try {
    return page.ethereum;
  } catch (error) {
    console.warn('window.ethereum could not be read:', error);
    return null;
  }
}

/**
 * `window.ethereum` belongs to one of the wallets that announced themselves, but which one is
 * unknown, so it counts only if none but the Demo Wallet did.
 */
function withLegacy(announced: readonly FoundWallet[], ethereum: unknown): readonly FoundWallet[] {
  const alone = announced.every((wallet) => wallet.rdns === DEMO_WALLET_RDNS);
  if (!alone || !isProvider(ethereum)) return announced;
  if (announced.some((wallet) => wallet.provider === ethereum)) return announced;
  const isMetaMask = 'isMetaMask' in ethereum && ethereum.isMetaMask === true;
  const legacy: FoundWallet = {
    uuid: 'window.ethereum',
    name: isMetaMask ? 'MetaMask' : 'Browser wallet',
    icon: '',
    rdns: isMetaMask ? METAMASK_RDNS : 'window.ethereum',
    provider: ethereum,
  };
  return [...announced, legacy];
}

function inOrder(wallets: readonly FoundWallet[]): readonly FoundWallet[] {
  const place = (wallet: FoundWallet) => {
    if (wallet.rdns === METAMASK_RDNS) return 0;
    return wallet.rdns === DEMO_WALLET_RDNS ? 2 : 1;
  };
  return [...wallets].sort((a, b) => place(a) - place(b));
}

/**
 * The wallet to connect if the player makes no choice: the only one; beside the Demo Wallet, the
 * only other one; among several, the one used last, otherwise the first listed. Null if there is
 * none.
 */
export function walletByDefault(
  wallets: readonly FoundWallet[],
  lastUsedRdns: string | null,
): FoundWallet | null {
  const real = wallets.filter((wallet) => wallet.rdns !== DEMO_WALLET_RDNS);
  if (real.length === 1) return real[0] ?? null;
  return wallets.find((wallet) => wallet.rdns === lastUsedRdns) ?? wallets[0] ?? null;
}
