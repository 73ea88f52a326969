/** A phone's navigation: four pages within the thumb's reach. */
import { Hammer, House, Map as MapIcon, Trophy } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { PHONE } from '../ui/layout/boxes.ts';
import { preload } from './routes.tsx';

const LINKS = [
  { to: '/', label: 'Home', Icon: House },
  { to: '/dashboard', label: 'Build', Icon: Hammer },
  { to: '/ranking', label: 'Ranking', Icon: Trophy },
  { to: '/territory', label: 'Territory', Icon: MapIcon },
] as const;

const Bar = styled.nav`
  position: fixed;
  inset-block-end: 0;
  inset-inline: 0;
  z-index: 10;
  display: none;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  block-size: var(--bottom-bar);
  padding-block-end: env(safe-area-inset-bottom, 0px);
  border-block-start: 1px solid var(--rule-strong);
  background: var(--surface);

  @media ${PHONE} {
    display: grid;
  }

  @media print {
    display: none;
  }
`;

const Item = styled(NavLink)`
  display: grid;
  grid-template-rows: 1.5rem auto;
  align-content: center;
  justify-items: center;
  border-block-start: 2px solid transparent;
  color: var(--ink-muted);
  /* However large the text is, all four have room. */
  font-size: min(var(--text-caption), 4.1vw);
  line-height: 1.2;
  text-decoration: none;
  white-space: nowrap;

  &[aria-current='page'] {
    border-block-start-color: var(--action);
    color: var(--ink);
  }

  &:focus-visible {
    outline-offset: -3px;
  }
`;

export function BottomBar() {
  return (
    <Bar aria-label="Quick links">
      {LINKS.map(({ to, label, Icon }) => (
        <Item key={to} to={to} end onFocus={() => preload(to)} onPointerEnter={() => preload(to)}>
          <Icon size={20} strokeWidth={1.75} aria-hidden />
          <span>{label}</span>
        </Item>
      ))}
    </Bar>
  );
}
