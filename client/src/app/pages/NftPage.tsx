/** The NFT collections (/nft). */
import { PRODUCT_NAME } from '../../../../common/values/product.ts';
import { NftGuide } from '../../features/nft-guide/NftGuide.tsx';
import { Page, PageHead } from '../../ui/layout/Page.tsx';

const TITLE = `${PRODUCT_NAME} NFT`;

export function NftPage() {
  return (
    <Page>
      <title>{TITLE}</title>
      <PageHead
        title={TITLE}
        lead="Land and culture: two collections that raise your nation’s GDP while they stay in your wallet."
      />
      <NftGuide />
    </Page>
  );
}
