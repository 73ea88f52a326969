/** A link to a collection's marketplace, if it has one. */
import type { ComponentProps } from 'react';
import { ArrowUpRight } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { NftKind } from '../../../common/protocol/nfts.ts';
import { configQuery } from '../api/config.ts';
import { ButtonAnchor } from '../ui/Button.tsx';

const WORDS: Readonly<Record<NftKind, string>> = {
  national: 'Buy National NFTs',
  cultural: 'Buy Cultural NFTs',
};

export function Marketplace({
  kind,
  tone,
}: {
  readonly kind: NftKind;
  readonly tone?: ComponentProps<typeof ButtonAnchor>['tone'];
}) {
  const href = useMarketplace(kind);
  if (href === null) return null;
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
