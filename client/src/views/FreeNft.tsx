/**
 * Development's substitute for a marketplace: gives a wallet one NFT of the local chain. Not in any build.
 */
import type { NftKind } from '../../../common/protocol/nfts.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { Button } from '../ui/Button.tsx';
import { showDone, showFailure } from '../ui/toasts/toast.ts';
import { useSingleFlight } from '../ui/use-single-flight.ts';

const WORDS: Readonly<Record<NftKind, string>> = {
  national: 'Get a National NFT',
  cultural: 'Get a Cultural NFT',
};

export function FreeNft({
  kind,
  walletAddress,
}: {
  readonly kind: NftKind;
  readonly walletAddress: string;
}) {
  const get = useSingleFlight(async () => {
    const answer = await fetch('/dev/faucet', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ walletAddress, asset: kind }),
    });
    if (!answer.ok) showFailure('No NFT given', await answer.text());
    else showDone('On its way', `It shows up within ${POLL_INTERVAL_MS / 1000} seconds.`);
  });
  return (
    <Button tone="quiet" pending={get.isRunning} onClick={() => get.run()}>
      {WORDS[kind]}
    </Button>
  );
}
