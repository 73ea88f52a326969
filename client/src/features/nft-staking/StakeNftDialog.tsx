/**
 * Confirm NFT Staking [SCR35, SCR36]: opens immediately and fetches the token's real metadata; on
 * confirmation it verifies the ownership, then stakes and closes.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, type FormEvent } from 'react';
import { styled } from 'styled-components';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { written } from '../../../../common/values/cultural.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { nftName } from '../../../../common/values/nft-names.ts';
import { useRules } from '../../api/config.ts';
import { verifyNftQuery, type NftRef } from '../../api/verify-nft.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogFoot, FootButtons } from '../../ui/DialogFoot.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { FigureTable } from '../../ui/FigureTable.ts';
import { durationText, formatCount } from '../../../../common/values/figures.ts';
import { Grid, Stack } from '../../ui/layout/boxes.ts';
import { QuantityField } from '../../ui/QuantityField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Caption, Subheading, Words } from '../../ui/text.ts';
import { showDone, showFailure } from '../../ui/toasts/toast.ts';
import { useQuantity } from '../../ui/use-quantity.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { Checking } from '../../views/Checking.tsx';
import { copyWorth } from '../../views/earnings.ts';
import { ENDS_IF_MOVED } from '../../views/facts.ts';
import { ForecastTable } from '../../views/forecast/ForecastTable.tsx';
import { movedNft } from '../../views/forecast/forecast.ts';
import { useForecast } from '../../views/forecast/use-forecast.ts';
import { PlatePicture } from '../../views/PlatePicture.tsx';
import { Announced } from '../../views/rule-changes.tsx';
import { failedTo, STAKED } from '../../views/stake-words.ts';
import type { CopyWorth } from '../../views/staked.ts';
import { useCommand } from '../../views/use-command.ts';
import { stakeNft } from '../../wallet/mutations/commands.ts';
import { bonusTexts, unknownWorthText } from './collections.ts';

/** The picture and what it is stand beside the form; on a phone above it. */
const Token = styled(Grid)`
  grid-template: auto 1fr / 14rem minmax(0, 1fr);
  align-items: start;

  > form {
    grid-area: 1 / 2 / 3;
  }

  @media (max-width: 40rem) {
    grid-template: auto auto / 4.5rem minmax(0, 1fr);

    > form {
      grid-area: 2 / 1 / 3 / 3;
    }
  }
`;

const Worth = styled(FigureTable)`
  td:last-child {
    color: var(--rise);
    font-weight: 600;
  }
`;

export function StakeNftDialog({
  kind,
  token,
  player,
  available,
  proposed,
  onClose,
}: {
  readonly kind: NftKind;
  readonly token: NftRef;
  readonly player: PlayerNationView;
  readonly available: number;
  /** How many are preselected. */
  readonly proposed: number;
  readonly onClose: () => void;
}) {
  const { walletAddress } = player.playerNation;
  const { nation } = player;
  const termsId = useId();
  const stake = useCommand(stakeNft, {
    done() {
      onClose();
      showDone(...STAKED[kind]);
    },
    failed: (error) => showFailure(...failedTo('stake', kind, error)),
    doneLate: onClose,
  });
  const { culturalGdpBonus } = useRules();
  // Fetched again on every opening, whatever is cached.
  const { data, error, isFetching, refetch } = useQuery({
    ...verifyNftQuery(walletAddress, token),
    staleTime: 0,
  });
  const metadata = data?.metadata;
  const name = nftName(kind, nation.id);
  useEffect(() => {
    if (error) console.warn("The NFT's metadata could not be fetched:", error);
  }, [error]);

  // NFTs may leave the wallet while the dialog is open.
  const copies = useQuantity(proposed, { min: 1, max: available, step: 1 });
  const { value: quantity } = copies;

  const confirm = useSingleFlight(async () => {
    try {
      const verified = await refetch({ throwOnError: true });
      if (verified.data?.isOwner) stake.run({ ...token, quantity, nftType: written(kind) });
      else showFailure('Verification Failed', "You don't own this NFT");
    } catch (failure) {
      console.warn('The ownership could not be verified:', failure);
      showFailure('Verification Failed', 'Failed to verify NFT ownership');
    }
  });

  const isLocked = confirm.isRunning || stake.isLocked;
  const worth = copyWorth(kind, culturalGdpBonus[nation.id], metadata);
  const forecast = useForecast(
    player,
    worth && { does: 'stake', stake: movedNft(kind, worth, quantity) },
    isLocked,
  );
  const isWaiting = !metadata && isFetching;
  const isUnknown = !worth && !isWaiting;
  const { whyNot } = stake;
  const isBlocked = isWaiting || isUnknown || available === 0 || whyNot !== null;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBlocked && !isLocked) confirm.run();
  };
  return (
    <Dialog
      tall
      onClose={onClose}
      title="Confirm NFT Staking"
      description="Your NFT stays in your wallet and counts for your nation from the moment it is staked."
      width="44rem"
    >
      <Token $gap={[3, 5]}>
        <PlatePicture kind={kind} nation={nation.id} own={metadata?.image} eager />
        <Stack $gap={2}>
          <Subheading>{name}</Subheading>
          <Facts
            min="4rem"
            facts={[
              { label: 'Token ID', value: token.tokenId },
              { label: 'Available', value: formatCount(available) },
            ]}
          />
        </Stack>
        <Stack as="form" $gap={3} onSubmit={onSubmit} noValidate>
          <QuantityField
            label="Quantity to stake"
            units="NFTs"
            quantity={copies}
            disabled={isLocked}
          />
          <WorthTable kind={kind} worth={worth} quantity={quantity} isWaiting={isWaiting} />
          {isUnknown && <p>{unknownWorthText(metadata)}</p>}
          <ForecastTable forecast={forecast} of={kind} />
          <DialogFoot>
            <Words id={termsId}>
              {whyNot === null ? <Terms kind={kind} nationId={nation.id} /> : whyNot}
            </Words>
            {stake.checking && !confirm.isRunning && <Checking {...stake.checking} />}
            <FootButtons>
              <Button
                tone="primary"
                pending={isLocked}
                type="submit"
                disabled={isBlocked}
                aria-describedby={termsId}
              >
                {confirm.isRunning ? 'Verifying ownership…' : submitText(stake.isRunning, quantity)}
              </Button>
              <Button tone="quiet" onClick={onClose}>
                Cancel
              </Button>
            </FootButtons>
          </DialogFoot>
        </Stack>
      </Token>
    </Dialog>
  );
}

/** What is consented to, and what is announced of it. */
function Terms({ kind, nationId }: { readonly kind: NftKind; readonly nationId: NationId }) {
  const { lockMs } = useRules();
  const bonus = kind === 'cultural' ? [`culturalGdpBonus.${nationId}`] : [];
  return (
    <>
      <span>
        {`Locked for ${durationText(lockMs)}. After that you can unstake it whenever you like. ${ENDS_IF_MOVED}`}
      </span>
      <Announced of={['lockMs', 'maxStakesPerKind', ...bonus]} />
    </>
  );
}

function WorthTable({
  kind,
  worth,
  quantity,
  isWaiting,
}: {
  readonly kind: NftKind;
  /** Null while unknown. */
  readonly worth: CopyWorth | null;
  readonly quantity: number;
  /** True while it may still become known. */
  readonly isWaiting: boolean;
}) {
  const each = bonusTexts(kind, worth, 1);
  const total = bonusTexts(kind, worth, quantity);
  const unknown = isWaiting ? <Skeleton $width="4rem" /> : <Caption>not known</Caption>;
  return (
    <Worth>
      <thead>
        <tr>
          <th scope="col">Bonus</th>
          <th scope="col">Per NFT</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {each.map(({ name: bonus, value }, i) => (
          <tr key={bonus}>
            <th scope="row">{bonus}</th>
            <td>{worth ? value : unknown}</td>
            <td>{worth ? total[i]?.value : unknown}</td>
          </tr>
        ))}
      </tbody>
    </Worth>
  );
}

function submitText(isStaking: boolean, quantity: number): string {
  if (isStaking) return 'Staking…';
  return quantity === 1 ? 'Stake NFT' : `Stake ${formatCount(quantity)} NFTs`;
}
