/**
 * Stands in a form that can't be sent, because it is not known whether what it sent last went
 * through.
 */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { failureReason } from '../../../client-kit/api/api-error.ts';
import { Button } from '../ui/Button.tsx';
import { Row } from '../ui/layout/boxes.ts';
import { showFailure } from '../ui/toasts/toast.ts';
import { useSingleFlight } from '../ui/use-single-flight.ts';
import { playerPath } from '../ui/Person.tsx';
import { SENT_WORDS, type Unanswered } from '../wallet/use-sent-commands.ts';

/** As high as a line, whatever is in it. */
const Words = styled(Row).attrs({ as: 'output', $gap: [0, 3], $wrap: true })`
  min-block-size: 1.5em;
  color: var(--ink-muted);
  font-size: var(--text-caption);
`;

export function Checking({
  id,
  path,
  walletAddress,
  state,
  signIn,
  forget,
}: Unanswered & {
  /** For the field or button that it describes. */
  readonly id?: string;
}) {
  const what = SENT_WORDS[path];
  if (state === 'signed-out') {
    return (
      <Words id={id}>
        <span>{`You are signed out. Sign in to learn whether your ${what} went through.`}</span>
        <SignIn signIn={signIn} />
      </Words>
    );
  }
  if (state === 'expired') {
    return (
      <Words id={id}>
        <span>
          <span>{`It could not be learnt whether your ${what} went through. Look at `}</span>
          <Link data-tap to={playerPath(walletAddress)}>
            your activity
          </Link>
          <span> before you send it again.</span>
        </span>
        <Button onClick={forget}>I Have Looked</Button>
      </Words>
    );
  }
  return <Words id={id}>{`Checking whether your ${what} went through…`}</Words>;
}

function SignIn({ signIn }: { readonly signIn: () => Promise<void> }) {
  const signingIn = useSingleFlight(async () => {
    try {
      await signIn();
    } catch (error) {
      showFailure('Sign In Failed', failureReason(error));
    }
  });
  return (
    <Button pending={signingIn.isRunning} onClick={signingIn.run}>
      Sign In
    </Button>
  );
}
