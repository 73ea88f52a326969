/**
 * Phones and tablets without a wallet in the browser [SCR69]: their wallets are apps, each with a
 * browser of its own, so that the way in is to open this page there.
 */

interface Device {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  /** Chromium's; false on an Android tablet. */
  readonly userAgentData?: { readonly mobile: boolean };
}

/**
 * Whether it is a phone or a tablet. An iPad calls itself a Macintosh, which has no touch screen;
 * any other computer with one takes extensions, and is a computer.
 */
export function isHandheld({ userAgent, maxTouchPoints, userAgentData }: Device): boolean {
  if (userAgentData?.mobile) return true;
  if (/\b(?:Android|iPhone|iPad|iPod|Mobile)\b/.test(userAgent)) return true;
  return /\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1;
}

/**
 * The link that opens a page in MetaMask's own browser: `https://metamask.app.link/dapp/<host><path
 * and query>`, both as the address has them encoded. Its fragment and whatever else stands before
 * the host are left out.
 */
export function metaMaskLink(address: string): string {
  const { host, pathname, search } = new URL(address);
  return `https://metamask.app.link/dapp/${host}${pathname}${search}`;
}
