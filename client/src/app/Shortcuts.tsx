/** The keys that work on every page, and the button that lists them. */
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { PHONE } from '../ui/layout/boxes.ts';
import { lateOnPress } from '../ui/late.tsx';
import { useShortcut } from '../ui/shortcuts.ts';
import { setTheme, useTheme } from '../ui/theme/theme.ts';

const ShortcutsDialog = lateOnPress(() =>
  import('./ShortcutsDialog.tsx').then((module) => module.ShortcutsDialog),
);

const List = styled.button`
  min-block-size: var(--tap);

  &:hover {
    color: var(--ink);
    text-decoration: underline;
  }

  /* Devices that rarely have a keyboard. */
  @media ${PHONE}, (hover: none) {
    display: none;
  }
`;

export function Shortcuts() {
  const [isListed, setIsListed] = useState(false);
  const close = () => setIsListed(false);
  const navigate = useNavigate();
  const theme = useTheme();
  useShortcut('?', () => setIsListed(true));
  useShortcut('h', () => void navigate('/'));
  useShortcut('b', () => void navigate('/dashboard'));
  useShortcut('r', () => void navigate('/ranking'));
  useShortcut('t', () => setTheme(theme === 'dark' ? 'light' : 'dark'));
  return (
    <>
      <List type="button" aria-haspopup="dialog" onClick={() => setIsListed(true)}>
        Keyboard shortcuts
      </List>
      {isListed && <ShortcutsDialog.Component onClose={close} onMissing={close} />}
    </>
  );
}
