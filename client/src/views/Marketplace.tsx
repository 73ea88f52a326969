/**
 * Where to get an NFT: a link to its collection's marketplace, or development's faucet if it has none. If
 * there is neither: nothing, or the alternative.
 */
import { lazy, Suspense, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { NftKind } from '../../../common/protocol/nfts.ts';
import { configQuery } from '../api/config.ts';

const FreeNft = import.meta.env.DEV
  ? lazy(() => import('./FreeNft.tsx').then((module) => ({ default: module.FreeNft })))
  : null;

/** An anchor's props. It has no href until the server has answered: the link keeps its place. */
type MarketplaceLink =
  | { readonly href: string; readonly target: '_blank'; readonly rel: 'noopener' }
  | { readonly 'aria-disabled': true };

export function Marketplace({
  kind,
  walletAddress,
  renderLink,
  otherwise = null,
}: {
  readonly kind: NftKind;
  /** The wallet that the faucet gives to; null: it is not offered. */
  readonly walletAddress: string | null;
  readonly renderLink: (place: MarketplaceLink) => ReactNode;
  readonly otherwise?: ReactNode;
}) {
  const href = useMarketplace(kind);
  if (href === undefined) return renderLink({ 'aria-disabled': true });
  if (href !== null) return renderLink({ href, target: '_blank', rel: 'noopener' });
  if (!FreeNft || walletAddress === null) return otherwise;
  return (
    <Suspense>
      <FreeNft kind={kind} walletAddress={walletAddress} />
    </Suspense>
  );
}

/** Its URL; null if it is sold nowhere, undefined until the server has answered. */
export function useMarketplace(kind: NftKind): string | null | undefined {
  return useQuery(configQuery()).data?.marketplaces[kind];
}
