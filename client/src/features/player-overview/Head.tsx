/**
 * The head of the dashboard: the nation, and the best move as a button; or why there is none, and a
 * way out.
 */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { failureReason } from '../../../../client-kit/api/api-error.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { useWhyNot } from '../../api/status.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/layout/boxes.ts';
import { Muted, Subheading } from '../../ui/text.ts';
import { showFailure } from '../../ui/toasts/toast.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { broughtText, stakedText, type StakingMove } from '../../views/next-moves/next-moves.ts';
import { useNextMoves } from '../../views/next-moves/use-next-moves.ts';
import { propose } from '../../views/proposals.ts';
import { NationLink } from '../../views/row-parts.tsx';
import { WRONG_NETWORK } from '../../wallet/wallet-errors.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

/** Its space is reserved until there is something to say. */
const Next = styled(Stack)`
  min-block-size: 5rem;
  padding-inline-start: var(--space-4);
  border-inline-start: 3px solid var(--action);

  &[aria-busy='true'] {
    border-color: transparent;
  }

  @media (max-width: 42rem) {
    min-block-size: 7rem;
  }
`;

/** Beside the button, or below it. */
const Words = styled(Muted)`
  flex: 1 1 16rem;
  overflow-wrap: anywhere;
`;

const BEST = 'Your best move now';

export function Head({ player }: { readonly player: PlayerNationView }) {
  const { nation } = player;
  const next = useNextMoves(player);
  const whyNot = useWhyNot();
  const isLoading = next.is === 'loading';
  return (
    <Stack as="header" $gap={5}>
      <Stack $gap={3} $align="start">
        <h1>Build your nation</h1>
        <NationLink nationId={nation.id} />
      </Stack>
      <Next as="section" $gap={2} aria-label="Your next move" aria-busy={isLoading}>
        {next.is === 'wrong-network' && <SwitchNetwork />}
        {next.is === 'unreadable' && <Move title="Your balance can’t be read">{next.problem}</Move>}
        {next.is === 'known' &&
          (whyNot !== null ? (
            <Move title={BEST}>{`${whyNot} What you can do next is shown once it goes on.`}</Move>
          ) : (
            <Known moves={next.moves} />
          ))}
      </Next>
    </Stack>
  );
}

function Move({
  title,
  button,
  children,
}: {
  readonly title: string;
  readonly button?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      <Subheading as="h2">{title}</Subheading>
      <Row $gap={[2, 4]} $wrap>
        {button}
        <Words>{children}</Words>
      </Row>
    </>
  );
}

function Known({ moves: [best] }: { readonly moves: readonly StakingMove[] }) {
  if (best) {
    return (
      <Move
        title={BEST}
        button={
          <Button tone="primary" onClick={() => propose(best)}>
            {`Stake ${stakedText(best)}`}
          </Button>
        }
      >
        {broughtText(best)}
      </Move>
    );
  }
  return (
    <Move title="Nothing left to stake">
      <span>DENA and NFTs that reach your wallet show up here. </span>
      <Link to="/nft">See the NFTs</Link>
    </Move>
  );
}

/**
 * The wallet is on another network [TXT15]: said where the next move stands, with the button to
 * switch.
 */
function SwitchNetwork() {
  const { switchToMainnet } = useWallet();
  const switchOver = useSingleFlight(async () => {
    try {
      await switchToMainnet();
    } catch (error) {
      showFailure('Balance Unavailable', failureReason(error) ?? WRONG_NETWORK);
    }
  });
  return (
    <Move
      title="Your wallet is on another network"
      button={
        <Button tone="primary" pending={switchOver.isRunning} onClick={switchOver.run}>
          Switch network
        </Button>
      }
    >
      <span role="alert">{WRONG_NETWORK}</span>
    </Move>
  );
}
