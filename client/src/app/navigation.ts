/** The links of every page [SCR6], in order. */
import { PRODUCT_NAME } from '../../../common/values/product.ts';

export const LINKS = [
  { to: '/', label: 'Home' },
  { to: '/dashboard', label: 'Build' },
  { to: '/ranking', label: 'Ranking' },
  { to: '/learn', label: 'Learn How to Play' },
  { to: '/nft', label: `${PRODUCT_NAME} NFT` },
] as const;
