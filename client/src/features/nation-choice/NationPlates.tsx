/** The four nations to choose from, as atlas plates [SCR21, SCR22]: a click chooses one for good. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import type { NationView } from '../../../../common/protocol/nations.ts';
import { failureText } from '../../api/api-error.ts';
import { nationsQuery } from '../../api/nations.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { showToast } from '../../ui/toasts/toast.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { Checking } from '../../views/Checking.tsx';
import { useChooseNation } from '../../wallet/mutations/commands.ts';
import { useUnanswered } from '../../wallet/use-sent-commands.ts';
import { AnswerLost } from '../../wallet/wallet-errors.ts';
import { NationPlate } from './NationPlate.tsx';

const Plates = styled.ul`
  display: grid;
  grid-template-columns: repeat(2, 1fr);
  gap: var(--space-4);

  @media (max-width: 40rem) {
    grid-template-columns: 1fr;
  }
`;

const Waiting = styled.div`
  display: grid;
  place-items: center;
  align-content: center;
  gap: var(--space-4);
  min-block-size: 16rem;
  color: var(--ink-muted);
`;

/** @param onChosen called before the player is sent to the dashboard. */
export function NationPlates({ onChosen }: { readonly onChosen?: () => void }) {
  const nations = useQuery(nationsQuery());
  const choice = useChooseNation();
  const navigate = useNavigate();
  const enter = () => {
    onChosen?.();
    void navigate('/dashboard');
  };
  const unanswered = useUnanswered('/api/player-nation', enter);

  // Awaited, not passed a callback: the response may change the page behind the dialog and unmount this.
  const choose = useSingleFlight(async (nation: NationView) => {
    try {
      await choice.mutateAsync({ nationId: nation.id });
    } catch (error) {
      if (error instanceof AnswerLost) return;
      showToast({
        title: 'Selection Failed',
        description: failureText(error, 'Failed to select nation'),
        tone: 'destructive',
      });
      return;
    }
    showToast({
      title: 'Nation Selected!',
      description: `You have successfully selected ${nation.name}`,
      tone: 'success',
    });
    enter();
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
  return (
    <>
      {unanswered && !choose.isRunning && <Checking {...unanswered} />}
      <Plates>
        {nations.data.map((nation) => (
          <li key={nation.id}>
            <NationPlate
              nation={nation}
              isChosen={choose.isRunning && choice.variables?.nationId === nation.id}
              isWaiting={choose.isRunning || unanswered !== null}
              onChoose={() => choose.run(nation)}
            />
          </li>
        ))}
      </Plates>
    </>
  );
}
