/** A nation to choose: its outline and landmark, name and flag, and what it starts with. */
import { styled } from 'styled-components';
import type { NationView } from '../../../../common/protocol/nations.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { Landmark } from '../../ui/atlas/Landmark.tsx';
import { NationMap } from '../../ui/atlas/NationMap.tsx';
import { formatCompact, formatGdpK } from '../../ui/format.ts';
import { OUTLINES } from '../../ui/maps/outlines.ts';
import { Spinner } from '../../ui/Spinner.tsx';

const Plate = styled.button<{ $colour: string }>`
  display: grid;
  grid-template-columns: 9.5rem minmax(0, 1fr);
  gap: var(--space-4);
  inline-size: 100%;
  block-size: 100%;
  padding: var(--space-4);
  border: 1px solid var(--rule);
  border-radius: var(--radius);
  background: var(--surface-raised);
  text-align: start;
  cursor: pointer;
  transition:
    border-color var(--motion-base) var(--ease),
    background-color var(--motion-base) var(--ease);

  &:hover:not([aria-disabled]),
  &:focus-visible,
  &[aria-busy] {
    border-color: ${({ $colour }) => $colour};
    box-shadow: inset 0 3px 0 ${({ $colour }) => $colour};
  }

  &[aria-disabled] {
    cursor: progress;
  }

  &[aria-disabled]:not([aria-busy]) > * {
    opacity: 0.45;
  }

  @media (max-width: 56rem) {
    grid-template-columns: 6.5rem minmax(0, 1fr);
    gap: var(--space-3);
    padding: var(--space-3);
  }
`;

const Picture = styled.span`
  block-size: 9.5rem;

  > svg {
    inline-size: 100%;
    block-size: 100%;
  }

  @media (max-width: 56rem) {
    block-size: 7rem;
  }
`;

const Text = styled.span`
  display: flex;
  flex-direction: column;
  gap: var(--space-1);
`;

const Name = styled.span`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  font-family: var(--font-display);
  font-size: var(--text-heading);
  line-height: 1.15;
`;

const Place = styled.span`
  display: flex;
  align-items: end;
  justify-content: space-between;
  gap: var(--space-2);
  color: var(--ink-faint);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;
`;

const Building = styled(Landmark)`
  inline-size: 4.5rem;
  color: var(--ink-muted);
`;

const Facts = styled.span`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 0 var(--space-3);
  margin-block-start: auto;
  padding-block-start: var(--space-2);
  border-block-start: 1px solid var(--rule);
`;

const Fact = styled.span`
  display: grid;
  font-size: var(--text-caption);
  color: var(--ink-muted);

  > strong {
    color: var(--ink);
    font-size: var(--text-lead);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;

const Bonus = styled.span`
  font-weight: 500;
`;

export function NationPlate({
  nation,
  isChosen,
  isWaiting,
  onChoose,
}: {
  readonly nation: NationView;
  /** True while this nation's choice is being sent. */
  readonly isChosen: boolean;
  /** True while any nation's choice is being sent. */
  readonly isWaiting: boolean;
  readonly onChoose: () => void;
}) {
  const { id, name, population, startingGdp, bonus } = nation;
  const { capital } = OUTLINES[id];
  return (
    <Plate
      type="button"
      $colour={`var(--nation-${id})`}
      aria-disabled={isWaiting || undefined}
      aria-busy={isChosen || undefined}
      onClick={isWaiting ? undefined : onChoose}
    >
      <Picture>
        <NationMap nation={id} on="--surface-raised" light={isChosen ? 1 : 0.45} small capital />
      </Picture>
      <Text>
        <Name>
          <Flag nation={id} height={18} />
          <span>{name}</span>
          {isChosen && <Spinner size={20} label={`Choosing ${name}`} />}
        </Name>
        <Place>
          <span>
            <span>{capital.name}</span>
            <br />
            <span>{capital.coordinates}</span>
          </span>
          <Building nation={id} />
        </Place>
        <Facts>
          <Fact>
            Population
            <strong>{formatCompact(population)}</strong>
          </Fact>
          <Fact>
            Starting GDP
            <strong>{`$${formatGdpK(startingGdp)}`}</strong>
          </Fact>
        </Facts>
        <Bonus>{bonus}</Bonus>
      </Text>
    </Plate>
  );
}
