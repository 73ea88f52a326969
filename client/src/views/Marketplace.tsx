/**
 * Where to get an NFT: a link to its collection's marketplace, or development's faucet if it has none. If
 * there is neither: nothing, or the alternative.
 */
import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import { ArrowUpRight } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { NftKind } from '../../../common/protocol/nfts.ts';
import { configQuery } from '../api/config.ts';
import { ButtonAnchor } from '../ui/Button.tsx';

const FreeNft = import.meta.env.DEV
  ? lazy(() => import('./FreeNft.tsx').then((module) => ({ default: module.FreeNft })))
  : null;

const WORDS: Readonly<Record<NftKind, string>> = {
  national: 'Buy National NFTs',
  cultural: 'Buy Cultural NFTs',
};

export function Marketplace({
  kind,
  walletAddress,
  tone,
  otherwise = null,
}: {
  readonly kind: NftKind;
  /** The wallet that the faucet gives to; null: it is not offered. */
  readonly walletAddress: string | null;
  readonly tone?: ComponentProps<typeof ButtonAnchor>['tone'];
  readonly otherwise?: ReactNode;
}) {
  const href = useMarketplace(kind);
  if (href === null) {
    if (!FreeNft || walletAddress === null) return otherwise;
    return (
      <Suspense>
        <FreeNft kind={kind} walletAddress={walletAddress} />
      </Suspense>
    );
  }
  // Without an address until the server has answered: the link keeps its place.
  return (
    <ButtonAnchor tone={tone} href={href} aria-disabled={href === undefined || undefined}>
      <span>{WORDS[kind]}</span>
      <ArrowUpRight size={16} aria-hidden />
    </ButtonAnchor>
  );
}

/** Its URL; null if it is sold nowhere, undefined until the server has answered. */
export function useMarketplace(kind: NftKind): string | null | undefined {
  return useQuery(configQuery()).data?.marketplaces[kind];
}
