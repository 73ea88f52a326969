/** The header's links if the header has no room for them: a sheet at the side, within a thumb's reach. */
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { NavLink } from 'react-router-dom';
import { keyframes, styled } from 'styled-components';
import { WalletControl } from '../features/account/WalletControl.tsx';
import { LiveStatus } from '../features/live-status/LiveStatus.tsx';
import { Button } from '../ui/Button.tsx';
import { ThemeToggle } from '../ui/ThemeToggle.tsx';
import { useOpenerFocus } from '../ui/use-opener-focus.ts';
import { LINKS, preload } from './routes.tsx';

const appear = keyframes`
  from { opacity: 0; }
`;
const slideIn = keyframes`
  from { transform: translateX(100%); }
`;

const Scrim = styled(Radix.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 20;
  background: var(--scrim);
  animation: ${appear} var(--motion-base) var(--ease);
`;

const Sheet = styled(Radix.Content)`
  position: fixed;
  inset-block: 0;
  inset-inline-end: 0;
  z-index: 20;
  display: flex;
  flex-direction: column;
  inline-size: min(20rem, 86vw);
  padding: var(--space-3) var(--space-5) max(var(--space-5), env(safe-area-inset-bottom));
  overflow-y: auto;
  border-inline-start: 1px solid var(--rule-strong);
  background: var(--surface-overlay);
  animation: ${slideIn} var(--motion-slow) var(--ease);

  &:focus {
    outline: none;
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  margin-inline-end: calc(-1 * var(--space-2));
`;

const Title = styled(Radix.Title)`
  font-size: var(--text-lead);
`;

const Links = styled.nav`
  display: grid;
  margin-block: var(--space-4) auto;
  border-block-start: 1px solid var(--rule);

  > a {
    display: flex;
    align-items: center;
    min-block-size: 3.5rem;
    border-block-end: 1px solid var(--rule);
    color: var(--ink);
    font-family: var(--font-display);
    font-size: var(--text-heading);
    text-decoration: none;
  }

  > a[aria-current='page'] {
    color: var(--action);
  }
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-3);
  margin-block-start: var(--space-4);
  padding-block-start: var(--space-4);
  border-block-start: 1px solid var(--rule);

  > button {
    margin-inline-start: calc(-1 * var(--space-4));
  }
`;

export function SideMenu({ onClose }: { readonly onClose: () => void }) {
  const openerFocus = useOpenerFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Scrim />
        <Sheet aria-describedby={undefined} {...openerFocus}>
          <Head>
            <Title>Menu</Title>
            <Radix.Close asChild>
              <Button tone="quiet" square aria-label="Close menu">
                <X size={22} aria-hidden />
              </Button>
            </Radix.Close>
          </Head>
          <Links aria-label="Main">
            {LINKS.map(({ to, label }) => (
              <NavLink key={to} to={to} end onClick={onClose} onFocus={() => preload(to)}>
                {label}
              </NavLink>
            ))}
          </Links>
          <WalletControl place="menu" />
          <Foot>
            <ThemeToggle withLabel />
            <LiveStatus />
          </Foot>
        </Sheet>
      </Radix.Portal>
    </Radix.Root>
  );
}
