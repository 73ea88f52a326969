/**
 * Confirm NFT Staking [SCR35, SCR36]: opens immediately and fetches the token's real metadata; on confirmation
 * it verifies the ownership, then stakes and closes.
 */
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useEffect, useId, type FormEvent } from 'react';
import { styled } from 'styled-components';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import { nftName } from '../../../../common/values/nft-names.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { useLockMs } from '../../api/stakes.ts';
import { verifyNftQuery, useVerifyNft, type NftRef } from '../../api/verify-nft.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogFoot } from '../../ui/DialogFoot.tsx';
import { QuantityField, QuantityWords } from '../../ui/QuantityField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TokenPicture } from '../../ui/atlas/TokenPicture.tsx';
import { formatCount } from '../../ui/format.ts';
import { showToast } from '../../ui/toasts/toast.ts';
import { useQuantity } from '../../ui/use-quantity.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { Checking } from '../../views/Checking.tsx';
import { ENDS_IF_MOVED, lockText } from '../../views/facts.ts';
import { ForecastTable, type ForecastRow } from '../../views/forecast/ForecastTable.tsx';
import { movedNft } from '../../views/forecast/moved-stake.ts';
import { useForecast } from '../../views/forecast/use-forecast.ts';
import { useStakeNft } from '../../wallet/mutations/commands.ts';
import { useUnanswered } from '../../wallet/use-sent-commands.ts';
import { AnswerLost } from '../../wallet/wallet-errors.ts';
import { bonusTexts, isWorthKnown, unknownWorthText } from './holdings.ts';
import { NOT_OWNED, NOT_VERIFIED, staked, stakingFailed } from './outcomes.ts';
import { Name } from './parts.tsx';

const Columns = styled.div`
  display: grid;
  grid-template:
    'picture head' auto
    'picture facts' 1fr / 15rem minmax(0, 1fr);
  gap: var(--space-4) var(--space-5);

  > :first-child {
    grid-area: picture;
  }

  @media (max-width: 40rem) {
    grid-template:
      'picture head' auto
      'facts facts' 1fr / 4.5rem minmax(0, 1fr);
    gap: var(--space-3) var(--space-4);
  }
`;

const Head = styled.div`
  grid-area: head;
`;

const Facts = styled.form`
  display: grid;
  grid-area: facts;
  align-content: start;
  gap: var(--space-4);

  @media (max-width: 40rem) {
    gap: var(--space-3);
  }
`;

const Details = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-5);
  margin-block-start: var(--space-1);
  color: var(--ink-muted);
  font-variant-numeric: tabular-nums;

  > div {
    display: flex;
    gap: var(--space-2);
  }

  dd {
    margin: 0;
    color: var(--ink);
    font-weight: 500;
  }
`;

const Quantity = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-2) var(--space-4);

  > label {
    font-weight: 500;
  }
`;

const Words = styled(QuantityWords)`
  flex-basis: 100%;
`;

const Worth = styled.table`
  inline-size: 100%;
  border-block: 1px solid var(--rule);
  font-variant-numeric: tabular-nums;

  th,
  td {
    padding-block: var(--space-2);
    font-weight: 400;
    text-align: end;

    @media (max-width: 40rem) {
      padding-block: var(--space-1);
    }
  }

  th:first-child {
    text-align: start;
  }

  thead th {
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  tbody tr {
    border-block-start: 1px solid var(--rule);
  }

  td:last-child {
    color: var(--rise);
    font-size: var(--text-lead);
    font-weight: 600;
  }
`;

const Unknown = styled.span`
  color: var(--ink-muted);
  font-size: var(--text-body);
  font-weight: 400;
`;

const Note = styled.p`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: var(--space-3);
  color: var(--ink-muted);

  > svg {
    margin-block-start: 3px;
  }
`;

const Actions = styled(DialogFoot)`
  grid-template-columns: 1fr auto;
  gap: var(--space-3);
`;

/** The forecast rows for land; for a work of art the table's three default rows are enough. */
const LAND: readonly ForecastRow[] = ['gdp', 'rank', 'presidency', 'territory', 'rates'];

/** Stand-in until the token's worth is known. */
const UNKNOWN_WORTH = { territoryValue: 0, productionBonus: 0, culturalGdpBonus: 0 };

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
  /** How many copies are preselected. */
  readonly proposed: number;
  readonly onClose: () => void;
}) {
  const { walletAddress } = player.playerNation;
  const { nation } = player;
  const quantityId = useId();
  const wordsId = useId();
  const verify = useVerifyNft();
  const stake = useStakeNft();
  const unanswered = useUnanswered('/api/nft/stake', onClose);
  const lockMs = useLockMs();
  // Fetched again on every opening, whatever is cached.
  const { data, error, isFetching } = useQuery({
    ...verifyNftQuery(walletAddress, token.tokenId, token.contractAddress),
    staleTime: 0,
  });
  const metadata = data?.metadata;
  const name = nftName(kind, nation.id);
  useEffect(() => {
    if (error) console.warn("The NFT's metadata could not be fetched:", error);
  }, [error]);

  // Copies may leave the wallet while the dialog is open.
  const copies = useQuantity(proposed, { min: 1, max: available, step: 1 });
  const { value: quantity, problem } = copies;

  const confirm = useSingleFlight(async () => {
    try {
      const { isOwner } = await verify.mutateAsync({ walletAddress, ...token });
      if (!isOwner) {
        showToast(NOT_OWNED);
        return;
      }
    } catch (failure) {
      console.warn('The ownership could not be verified:', failure);
      showToast(NOT_VERIFIED);
      return;
    }
    try {
      await stake.mutateAsync({ ...token, quantity, nftType: kind });
    } catch (failure) {
      if (failure instanceof AnswerLost) return;
      showToast(stakingFailed(kind, failure));
      return;
    }
    onClose();
    showToast(staked(kind));
  });

  const isLocked = confirm.isRunning || unanswered !== null;
  const isKnown = metadata !== undefined && isWorthKnown(kind, metadata);
  const forecast = useForecast(
    player,
    isKnown ? { does: 'stake', stake: movedNft(kind, metadata, quantity) } : null,
    { isHeld: isLocked },
  );
  const each = bonusTexts(kind, metadata ?? UNKNOWN_WORTH, 1);
  const total = bonusTexts(kind, metadata ?? UNKNOWN_WORTH, quantity);
  const isWaiting = !metadata && isFetching;
  const isUnknown = kind === 'national' && !isKnown && !isWaiting;
  const isBlocked = isWaiting || isUnknown || available === 0 || problem !== null;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBlocked && !isLocked) confirm.run();
  };
  const unknown = isWaiting ? <Skeleton $width="4rem" /> : <Unknown>not known</Unknown>;
  return (
    <Dialog
      open
      tall
      onOpenChange={(open) => !open && onClose()}
      title="Confirm NFT Staking"
      description="Your NFT stays in your wallet and counts for your nation from the moment it is staked."
      width="46rem"
    >
      <Columns>
        <TokenPicture
          src={metadata?.image ?? (isWaiting ? null : '')}
          nation={nation.id}
          kind={kind === 'national' ? 'land' : 'culture'}
          label={name}
        />
        <Head>
          <Name>{name}</Name>
          <Details>
            <div>
              <dt>Token ID</dt>
              <dd>{token.tokenId}</dd>
            </div>
            <div>
              <dt>Available</dt>
              <dd>{formatCount(available)}</dd>
            </div>
          </Details>
        </Head>
        <Facts onSubmit={onSubmit} noValidate>
          <Quantity>
            <label htmlFor={quantityId}>Quantity to stake</label>
            <QuantityField
              id={quantityId}
              label="NFTs"
              quantity={copies}
              disabled={isLocked}
              describedBy={wordsId}
            />
            <Words id={wordsId} quantity={copies} />
          </Quantity>
          <Worth>
            <thead>
              <tr>
                <th scope="col">Bonus</th>
                <th scope="col">Per NFT</th>
                <th scope="col">Total</th>
              </tr>
            </thead>
            <tbody>
              {each.map(({ name, value }, i) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{isKnown ? value : unknown}</td>
                  <td>{isKnown ? total[i]?.value : unknown}</td>
                </tr>
              ))}
            </tbody>
          </Worth>
          {isUnknown && <p>{unknownWorthText(metadata)}</p>}
          <Note>
            <Lock size={18} aria-hidden />
            <span>{`Locked for ${lockText(lockMs)}. After that you can unstake it whenever you like. ${ENDS_IF_MOVED}`}</span>
          </Note>
          <ForecastTable forecast={forecast} {...(kind === 'national' ? { only: LAND } : {})} />
          {unanswered && !confirm.isRunning && <Checking {...unanswered} />}
          <Actions>
            <Button tone="primary" pending={isLocked} type="submit" disabled={isBlocked}>
              {verify.isPending
                ? 'Verifying ownership…'
                : confirm.isRunning
                  ? 'Staking…'
                  : quantity === 1 || problem !== null
                    ? 'Stake NFT'
                    : `Stake ${formatCount(quantity)} NFTs`}
            </Button>
            <Button tone="quiet" onClick={onClose}>
              Cancel
            </Button>
          </Actions>
        </Facts>
      </Columns>
    </Dialog>
  );
}
