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
        lead="NFTs are unique, with no duplicates. Here that is one design for each nation in each collection: each is an ERC-1155 token, so you can hold and stake several of yours."
      />
      <NftGuide />
    </Page>
  );
}
