/**
 * The header of every page [SCR6–9]: links, the wallet, the theme; on a phone, a menu of the same.
 */
import { Menu, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { PRODUCT_NAME } from '../../../common/values/product.ts';
import { WalletControl } from '../features/account/WalletControl.tsx';
import { LiveStatus } from '../features/live-status/LiveStatus.tsx';
import { Emblem } from '../ui/atlas/Emblem.tsx';
import { Button } from '../ui/Button.tsx';
import { lateOnPress } from '../ui/late.tsx';
import { column } from '../ui/layout/Page.tsx';
import { PHONE } from '../ui/layout/boxes.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { useRehearsal } from '../api/config.ts';
import { setTheme, useTheme } from '../ui/theme/theme.ts';
import { LINKS, preload } from './routes.tsx';

const SideMenu = lateOnPress(() => import('./SideMenu.tsx').then((module) => module.SideMenu));

/** Where the links no longer fit beside the wallet. */
const COMPACT = '(max-width: 79.99rem)';
const Bar = styled.header`
  position: sticky;
  inset-block-start: 0;
  z-index: 10;
  border-block-end: 1px solid var(--rule);
  background: var(--surface);
`;

const Row = styled.div`
  ${column}
  display: flex;
  align-items: center;
  gap: var(--space-5);
  block-size: var(--header-height);

  @media ${COMPACT} {
    gap: var(--space-3);
  }
`;

const Home = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: var(--space-2);
  min-inline-size: var(--tap);
  min-block-size: var(--tap);
  color: var(--ink);
  font-family: var(--font-display);
  font-size: 1.5rem;
  font-variation-settings: 'opsz' 72;
  font-weight: 480;
  letter-spacing: -0.01em;
  text-decoration: none;
`;

/** Below the name, or on a phone below the mark, where it moves nothing beside it. */
const Trial = styled.abbr`
  position: absolute;
  inset-block-end: -0.25rem;
  inset-inline-start: calc(28px + var(--space-2));
  color: var(--action);
  font-size: 0.75rem;
  font-weight: 600;
  line-height: 1;
  text-decoration: none;

  @media ${PHONE} {
    inset-block-end: 0;
    inset-inline-start: 0;
  }
`;

const Brand = styled.div`
  position: relative;
  flex: none;

  @media ${PHONE} {
    > a:not(:only-child) {
      padding-block-end: 0.75rem;
    }
  }
`;

/** The smallest screens show only the mark; the link keeps its name. */
const Name = styled.span`
  @media ${PHONE} {
    display: none;
  }
`;

const Links = styled.nav`
  display: flex;
  gap: var(--space-1);
  align-self: stretch;

  > a {
    display: inline-flex;
    align-items: center;
    padding-inline: var(--space-3);
    border-block: 2px solid transparent;
    color: var(--ink-muted);
    text-decoration: none;
    white-space: nowrap;
  }

  > a:hover {
    color: var(--ink);
  }

  > a[aria-current='page'] {
    border-block-end-color: var(--action);
    color: var(--ink);
  }

  @media ${COMPACT} {
    display: none;
  }
`;

const Tools = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  min-inline-size: 0;
  margin-inline-start: auto;

  > *,
  > span > button {
    flex: none;
  }

  /* Where not all of it fits, the lamp's word gives way, and a wallet that is still looked for. */
  > :is(output, [aria-hidden]) {
    flex-shrink: 1;
  }

  /* While they are being parsed, each would move those before it. */
  > :not(:nth-last-child(n)) {
    visibility: hidden;
  }

  @media ${PHONE} {
    gap: 0;

    > output {
      margin-inline-end: var(--space-2);
    }
  }
`;

const CompactOnly = styled.span`
  display: none;

  @media ${COMPACT} {
    display: contents;
  }
`;

export function Header() {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const closeMenu = () => setIsMenuOpen(false);
  return (
    <Bar>
      <Row>
        <Brand>
          <Home to="/" aria-label={`${PRODUCT_NAME}, home`}>
            <Emblem />
            <Name>{PRODUCT_NAME}</Name>
          </Home>
          <Rehearsal />
        </Brand>
        <Links aria-label="Main">
          {LINKS.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end
              onPointerEnter={() => preload(to)}
              onFocus={() => preload(to)}
            >
              {label}
            </NavLink>
          ))}
        </Links>
        <Tools>
          <LiveStatus />
          <WalletControl place="header" />
          <ThemeToggle />
          <CompactOnly>
            <Button
              tone="quiet"
              square
              aria-label="Menu"
              aria-haspopup="dialog"
              aria-expanded={isMenuOpen}
              onPointerEnter={() => void SideMenu.load()}
              onClick={() => setIsMenuOpen(true)}
            >
              <Menu size={22} aria-hidden />
            </Button>
          </CompactOnly>
        </Tools>
      </Row>
      {isMenuOpen && <SideMenu.Component onClose={closeMenu} onMissing={closeMenu} />}
    </Bar>
  );
}

/**
 * [SCR68] The badge is the sentence's first word; the rest is for readers, and under the pointer.
 */
function Rehearsal() {
  const words = useRehearsal();
  if (words === null) return null;
  const [badge, rest] = words.split(/(?=:)/);
  return (
    <Trial title={words}>
      <span>{badge}</span>
      <VisuallyHidden>{rest}</VisuallyHidden>
    </Trial>
  );
}

/** One button, labelled with the theme it switches to. */
function ThemeToggle() {
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  const Icon = other === 'light' ? Sun : Moon;
  const label = `Switch to ${other} theme`;
  return (
    <Button tone="quiet" square aria-label={label} title={label} onClick={() => setTheme(other)}>
      <Icon size={20} aria-hidden />
    </Button>
  );
}
