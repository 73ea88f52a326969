/** 'Choose Your Nation' [SCR18–22]: the four nations, of which a click chooses one for good. */
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { failureText } from '../../../../client-kit/api/api-error.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import { nationsQuery } from '../../api/nations.ts';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Spinner, Waiting } from '../../ui/Spinner.tsx';
import { Words } from '../../ui/text.ts';
import { showDone, showFailure } from '../../ui/toasts/toast.ts';
import { Checking } from '../../views/Checking.tsx';
import { Announced } from '../../views/rule-changes.tsx';
import { useCommand } from '../../views/use-command.ts';
import { chooseNation } from '../../wallet/mutations/commands.ts';
import { NationCard } from './NationCard.tsx';

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--space-4);

  @media (max-width: 40rem) {
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-3);
  }
`;

const lit = css<{ readonly $colour: string }>`
  border-color: ${({ $colour }) => $colour};
  box-shadow: inset 0 3px 0 ${({ $colour }) => $colour};
`;

const Card = styled.button<{ readonly $colour: string }>`
  display: grid;
  align-content: start;
  inline-size: 100%;
  block-size: 100%;
  padding: var(--space-4);
  border: 1px solid var(--rule);
  border-radius: var(--radius);
  background: var(--surface-raised);
  color: var(--ink);
  text-align: start;
  transition: border-color var(--motion-base) var(--ease);

  &:focus-visible,
  &[aria-busy] {
    ${lit}
  }

  @media (hover: hover) {
    &:hover:not([aria-disabled]) {
      ${lit}
    }
  }

  &[aria-disabled] {
    cursor: progress;
  }

  &[aria-disabled]:not([aria-busy]) > * {
    opacity: 0.45;
  }
`;

function NationPlates({ onChosen }: { readonly onChosen: () => void }) {
  const nations = useQuery(nationsQuery());
  const navigate = useNavigate();
  const whyId = useId();
  const enter = () => {
    onChosen();
    void navigate('/dashboard');
  };
  const choice = useCommand(chooseNation, {
    done(_answer, { nationId }) {
      showDone('Nation Selected!', `You have successfully selected ${NATIONS[nationId].name}`);
      enter();
    },
    failed: (error) =>
      showFailure('Selection Failed', failureText(error, 'Failed to select nation')),
    doneLate: enter,
  });

  if (nations.isPending) {
    return (
      <Waiting>
        <Spinner size={32} label="Loading the nations" />
      </Waiting>
    );
  }
  if (!nations.data) {
    return (
      <Waiting role="alert">
        The nations could not be loaded.
        <Button onClick={() => void nations.refetch()}>Try again</Button>
      </Waiting>
    );
  }
  if (nations.data.length === 0) return <Waiting>No nations available</Waiting>;
  const { checking, whyNot, run } = choice;
  const isLocked = choice.isLocked || whyNot !== null;
  const chosen = choice.isRunning ? choice.variables?.nationId : null;
  return (
    <>
      {checking && <Checking {...checking} />}
      {whyNot !== null && <Words id={whyId}>{whyNot}</Words>}
      <Announced of={['startingGdp', 'bonusPercent']} />
      <Cards>
        {nations.data.map((nation) => (
          <li key={nation.id}>
            <Card
              type="button"
              $colour={NATION_STYLES[nation.id].colour}
              aria-disabled={isLocked || undefined}
              aria-describedby={whyNot === null ? undefined : whyId}
              aria-busy={chosen === nation.id || undefined}
              onClick={isLocked ? undefined : () => run({ nationId: nation.id })}
            >
              <NationCard id={nation.id} start={nation} isChosen={chosen === nation.id} />
            </Card>
          </li>
        ))}
      </Cards>
    </>
  );
}

export function NationDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Choose Your Nation"
      description="Each nation has unique bonuses, and more nations will be added. A bonus adds no GDP. Your choice is permanent; your wallet asks for a free signature."
      width="58rem"
    >
      <NationPlates onChosen={onClose} />
    </Dialog>
  );
}
