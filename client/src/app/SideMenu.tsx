/**
 * The header's links, and the weeks', if the header has no room for them: a sheet at the side,
 * within a thumb's reach.
 */
import { Link, NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { WalletControl } from '../features/account/WalletControl.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { weekLink, WEEKS } from '../views/paths.ts';
import { useThisWeek } from '../views/weeks/use-weeks.ts';
import { LINKS, preload } from './routes.tsx';

const Parts = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--space-4);
  min-block-size: 100%;

  /* Their icons stand in line with the links. */
  > :not(nav) button:not([aria-label]) {
    margin-inline-start: calc(-1 * var(--space-4));
  }
`;

const Links = styled.nav`
  display: grid;
  margin-block: calc(-1 * var(--card-gutter)) auto;

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

export function SideMenu({ onClose }: { readonly onClose: () => void }) {
  const thisWeek = useThisWeek();
  return (
    <Dialog side title="Menu" onClose={onClose}>
      <Parts>
        <Links aria-label="Main">
          {LINKS.map(({ to, label }) => (
            <NavLink key={to} to={to} end onClick={onClose} onFocus={() => preload(to)}>
              {label}
            </NavLink>
          ))}
          <Link to={weekLink(thisWeek)} onClick={onClose}>
            This week
          </Link>
          <NavLink to={WEEKS} onClick={onClose}>
            Champions
          </NavLink>
        </Links>
        <div>
          <WalletControl place="menu" />
        </div>
      </Parts>
    </Dialog>
  );
}
