/** A player (/player/0x…), public: rank, GDP and every stake behind it. */
import { useParams } from 'react-router-dom';
import { addressSchema, type Address } from '../../../../common/values/address.ts';
import { playerAlternates } from '../../../../common/values/alternates.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { PlayerSkeleton, PlayerView } from '../../features/player-page/PlayerView.tsx';
import { usePlayer } from '../../features/player-page/use-player.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { formatCount } from '../../../../common/values/figures.ts';
import { Page } from '../../ui/layout/Page.tsx';
import { useIsTakenOver } from '../../ui/use-in-browser.ts';
import { LoadFailedPage } from '../../views/LoadFailed.tsx';
import { useWallet } from '../../wallet/wallet-context.ts';
import { WideNotice } from '../WideNotice.tsx';
import { NationNeeded } from '../NationNeeded.tsx';
import { AlternateLink } from './AlternateLink.tsx';
import { PageTitle } from './PageTitle.tsx';

export function PlayerPage() {
  const { wallet: written = '' } = useParams();
  // The built page serves every player, so it knows no wallet.
  if (!useIsTakenOver()) return <Loading wallet={null} />;
  const { data: wallet, error } = addressSchema.safeParse(written.replace(/^0X/, '0x'));
  if (wallet) return <PlayerOf key={wallet} wallet={wallet} />;
  const why = written === '' ? undefined : error?.issues[0]?.message;
  return (
    <NoPlayer
      page="Player Not Found"
      title="Which player?"
      text={`${why ? `${why} ` : ''}A player’s page is found by their whole wallet address; every row of the ranking leads to one.`}
    />
  );
}

function PlayerOf({ wallet }: { readonly wallet: Address }) {
  const query = usePlayer(wallet);
  const { player, isError } = query;
  const { walletAddress } = useWallet();
  const isYou = walletAddress === wallet;
  if (isError) {
    return (
      <>
        <PageTitle>Player</PageTitle>
        <LoadFailedPage title="This player could not be loaded" query={query} />
      </>
    );
  }
  if (player === undefined) return <Loading wallet={wallet} />;
  if (player === null && isYou) {
    return (
      <NationNeeded
        page="You"
        title="This is you: choose a nation"
        text="Your wallet has no nation yet. Choose one, and your rank, your GDP and all that you stake stand here for everyone to see."
        otherwise={<ButtonLink to="/ranking">See who plays</ButtonLink>}
      />
    );
  }
  if (player === null) {
    return (
      <NoPlayer
        page={shortAddress(wallet)}
        title={`${shortAddress(wallet)} has no nation yet`}
        text="This wallet has not joined the game. As soon as it chooses a nation, its rank and its GDP stand here."
      />
    );
  }
  const called = player.name ?? shortAddress(wallet);
  return (
    <Page>
      {playerAlternates(wallet, called).map((one) => (
        <AlternateLink key={one.href} {...one} />
      ))}
      <PageTitle>
        {player.rank === null ? called : `#${formatCount(player.rank)} ${called}`}
      </PageTitle>
      <PlayerView wallet={wallet} player={player} isYou={isYou} />
    </Page>
  );
}

function Loading({ wallet }: { readonly wallet: Address | null }) {
  return (
    <Page aria-busy>
      <PageTitle>{wallet ? shortAddress(wallet) : 'Player'}</PageTitle>
      <PlayerSkeleton wallet={wallet} />
    </Page>
  );
}

function NoPlayer(notice: {
  readonly page: string;
  readonly title: string;
  readonly text: string;
}) {
  return (
    <WideNotice {...notice}>
      <ButtonLink to="/ranking" tone="primary">
        See who plays
      </ButtonLink>
      <ButtonLink to="/">Go to Home Page</ButtonLink>
    </WideNotice>
  );
}
