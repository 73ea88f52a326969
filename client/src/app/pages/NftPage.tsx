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
        lead="NFTs are unique, with no duplicates. No two designs are alike: one for each nation in each collection. Each is an ERC-1155 token, of which you can hold several."
      />
      <NftGuide />
    </Page>
  );
}
