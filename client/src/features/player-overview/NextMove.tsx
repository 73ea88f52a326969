/** What to do next: the best move as a button, then the others; or why there is none, and a way out. */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { failureReason } from '../../api/api-error.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCount, formatDollars } from '../../ui/format.ts';
import { showToast } from '../../ui/toasts/toast.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { Person } from '../../ui/Person.tsx';
import { forecastText, passedText, shortForecastText } from '../../views/forecast/forecast-text.ts';
import type { Forecast } from '../../views/forecast/forecast.ts';
import { WRONG_NETWORK } from '../../views/wrong-network.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import type { NextMove as Move } from '../../views/next-moves/next-moves.ts';
import { moveText, propose } from '../../views/next-moves/propose.ts';
import { useNextMoves, type WhatNext } from '../../views/next-moves/use-next-moves.ts';

/** Its space is reserved until there is something to say. */
const Next = styled.section<{ $isEmpty: boolean }>`
  display: grid;
  gap: var(--space-2);
  align-content: start;
  justify-items: start;
  max-inline-size: 40rem;
  min-block-size: 15rem;
  margin-block-start: var(--space-5);
  padding-inline-start: var(--space-4);
  border-inline-start: 3px solid ${({ $isEmpty }) => ($isEmpty ? 'transparent' : 'var(--action)')};
  color: var(--ink-muted);
  font-variant-numeric: tabular-nums;

  strong {
    color: var(--ink);
    font-weight: 600;
  }
`;

const Title = styled.h2`
  color: var(--ink);
  font: 500 var(--text-lead) / 1.4 var(--font-sans);
  letter-spacing: 0;
`;

const Brings = styled.p`
  text-wrap: pretty;
`;

/** Two by two, with space for four, however many there are now. */
const Others = styled.ul`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 0 var(--space-4);
  inline-size: 100%;
  font-size: var(--text-caption);
  line-height: 1.35;
`;

const Other = styled.button`
  display: grid;
  align-content: center;
  inline-size: 100%;
  min-block-size: var(--tap);
  padding: var(--space-1) 0;
  border: 0;
  border-block-start: 1px solid var(--rule);
  background: none;
  color: var(--ink-muted);
  font: inherit;
  text-align: start;
  cursor: pointer;

  > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  > span:first-child {
    color: var(--action);
    font-weight: 500;
  }

  &:hover > span:first-child {
    text-decoration: underline;
  }
`;

export function NextMove({ player }: { readonly player: PlayerNationView }) {
  const next = useNextMoves(player);
  return (
    <Next
      $isEmpty={next.is === 'loading'}
      aria-label="Your next move"
      aria-busy={next.is === 'loading'}
    >
      <Words next={next} />
    </Next>
  );
}

function Words({ next }: { readonly next: WhatNext }) {
  switch (next.is) {
    case 'loading':
      return null;
    case 'wrong-network':
      return (
        <>
          <Title>Your wallet is on another network</Title>
          <SwitchNetwork />
        </>
      );
    case 'unreadable':
      return (
        <>
          <Title>Your balance can’t be read</Title>
          <p>{next.problem}</p>
        </>
      );
    case 'known':
      return <Known next={next} />;
  }
}

type KnownNext = Extract<WhatNext, { readonly is: 'known' }>;

function titleOf({ isNew, lead }: KnownNext): string {
  // [LB1]
  if (lead === 0) return 'You lead the world on a tie: you got there first';
  if (lead !== null) return `You lead the world, ${formatDollars(lead)} ahead of #2`;
  return isNew ? 'Your land is waiting' : 'Your best move now';
}

function Known({ next }: { readonly next: KnownNext }) {
  const { moves, toPass, lead } = next;
  const [first] = moves;
  const best = first && first.what !== 'unlocked' ? first : null;
  const others = best ? moves.slice(1) : moves;
  return (
    <>
      {best ? (
        <>
          <Title>{titleOf(next)}</Title>
          <Button tone="primary" onClick={() => propose(best)}>
            {moveText(best)}
          </Button>
          <Brings>
            <Brought forecast={best.forecast} />
          </Brings>
        </>
      ) : (
        <>
          <Title>{lead === null ? 'Nothing left to stake' : titleOf(next)}</Title>
          <p>
            {toPass ? (
              <span>
                <strong>{`${formatCount(toPass.dena)} DENA`}</strong> more would pass{' '}
                <Person wallet={toPass.above.walletAddress} name={toPass.above.name} /> to rank{' '}
                <strong>{`#${formatCount(toPass.rank)}`}</strong>.{' '}
              </span>
            ) : null}
            <span>DENA and NFTs that reach your wallet show up here. </span>
            <Link to="/nft">See the NFTs</Link>
          </p>
        </>
      )}
      {others.length > 0 && (
        <Others aria-label="Other moves">
          {others.map((move) => (
            <li key={moveText(move)}>
              <Other type="button" title={moveText(move)} onClick={() => propose(move)}>
                <span>{moveText(move)}</span>
                <span>{bringsText(move)}</span>
              </Other>
            </li>
          ))}
        </Others>
      )}
    </>
  );
}

function bringsText(move: Move): string {
  return move.what === 'unlocked'
    ? 'Still earning until you unstake.'
    : shortForecastText(move.forecast);
}

/** `+$8,100 GDP · rank #19 → #8 · you become President. Passes anna.eth and 10 more.` */
function Brought({ forecast }: { readonly forecast: Forecast }) {
  const { before, after } = forecast.rank;
  return (
    <>
      <strong>{forecastText(forecast)}</strong>
      {after !== null && after < before && <span>{`. ${passedText(forecast)}.`}</span>}
    </>
  );
}

/** The wallet is on another network [TXT15]: said where the next move stands, with the button to switch. */
function SwitchNetwork() {
  const { switchToMainnet } = useWallet();
  const switchOver = useSingleFlight(async () => {
    try {
      await switchToMainnet();
    } catch (error) {
      showToast({
        title: 'Balance Unavailable',
        description: failureReason(error) ?? WRONG_NETWORK,
        tone: 'destructive',
      });
    }
  });
  return (
    <>
      <p role="alert">{WRONG_NETWORK}</p>
      <Button tone="primary" pending={switchOver.isRunning} onClick={switchOver.run}>
        Switch network
      </Button>
    </>
  );
}
