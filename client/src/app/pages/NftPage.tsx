/** The NFT collections (/nft). */
import { PRODUCT_NAME } from '../../../../common/values/product.ts';
import { NftGuide } from '../../features/nft-guide/NftGuide.tsx';
import { Page, PageHead } from '../../ui/layout/Page.tsx';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';

const TITLE = `${PRODUCT_NAME} NFT`;

export function NftPage() {
  usePageTitle(TITLE, PRODUCT_NAME);
  return (
    <Page>
      <PageHead
        title={TITLE}
        lead="Land and culture: two collections that raise your nation’s GDP while they stay in your wallet."
      />
      <NftGuide />
    </Page>
  );
}
