/** What can be done about something that happened, or about the race. */
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import { useNationTotals } from '../../live/live-values.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { PHONE } from '../../ui/layout/boxes.ts';
import { playerPath } from '../../ui/Person.tsx';
import { oneLine } from '../../ui/text.ts';
import { stakedText, type Pass } from '../../views/next-moves/next-moves.ts';
import { MINE, nationPath, weekPath } from '../../views/paths.ts';
import { useThisWeek } from '../../views/weeks/use-weeks.ts';
import { passText, type Race } from './races.ts';
import { useProposeThere, type Offer } from './use-offer.ts';
import type { Remedy } from './words.ts';

/** Whom and how much; on a phone below each other, where a long name gives way. */
const Target = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 0 0.3em;

  > * {
    ${oneLine}
    max-inline-size: 22rem;
  }

  @media ${PHONE} {
    flex-direction: column;
    min-inline-size: 0;

    > * {
      max-inline-size: 100%;
    }
  }
`;

interface Answers {
  readonly player: PlayerNationView;
  readonly offer: Offer | null;
  /** The stakes whose locks have ended. */
  readonly unlocked: readonly string[];
}

export function Answer({
  remedy,
  player,
  offer,
  unlocked: [unlocked],
}: Answers & { readonly remedy: Remedy }) {
  const { walletAddress, nationId } = player.playerNation;
  const proposeThere = useProposeThere();
  const thisWeek = useThisWeek();
  if (remedy === 'pass') return offer?.worldPass && <PassButton pass={offer.worldPass} />;
  if (remedy === 'win-back') return <WinBack player={player} offer={offer} />;
  if (remedy === 'show-stakes') {
    if (unlocked === undefined) return null;
    return (
      <Button onClick={() => proposeThere({ what: 'stake', id: unlocked })}>
        Show your stakes
      </Button>
    );
  }
  if (remedy === 'see-week') {
    return <ButtonLink to={weekPath(thisWeek - 1)}>See your week</ButtonLink>;
  }
  if (remedy === 'see-mine') return <ButtonLink to={MINE}>See where they stand</ButtonLink>;
  if (remedy === 'see-rules') return <ButtonLink to="/learn">Learn How to Play</ButtonLink>;
  return remedy === 'see-race' ? (
    <ButtonLink to={nationPath(nationId)}>See the race</ButtonLink>
  ) : (
    <ButtonLink to={playerPath(walletAddress)}>See what is left</ButtonLink>
  );
}

/** [PRE1] With what the wallet has, or else where the race is. */
function WinBack({ player, offer }: Pick<Answers, 'player' | 'offer'>) {
  const { nationId, totals } = player.playerNation;
  const proposeThere = useProposeThere();
  const total = useNationTotals()[nationId];
  const copies = (total?.presidentStakedCount ?? 0) - totals.culturalCount + 1;
  // Of two answers one may be older.
  if (copies <= 0) return null;
  const label = `Win it back: ${formatCount(copies)} more`;
  const has = offer?.moves.some((move) => move.what === 'cultural' && move.copies >= copies);
  if (!has) return <ButtonLink to={nationPath(nationId)}>{label}</ButtonLink>;
  return <Button onClick={() => proposeThere({ what: 'cultural', copies })}>{label}</Button>;
}

export function PassButton({ pass: { race, move } }: { readonly pass: Pass<Race> }) {
  const proposeThere = useProposeThere();
  return (
    <Button onClick={() => proposeThere(move)}>
      <Target>
        <span>{`${passText(race)}: `}</span>
        <span>{stakedText(move)}</span>
      </Target>
    </Button>
  );
}
