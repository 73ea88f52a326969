/** Light or dark: one button, labelled with the theme it switches to. */
import { Moon, Sun } from 'lucide-react';
import { Button } from './Button.tsx';
import { setTheme, useTheme } from './theme/theme.ts';

export function ThemeToggle() {
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  const Icon = other === 'light' ? Sun : Moon;
  const label = `Switch to ${other} theme`;
  return (
    <Button tone="quiet" square aria-label={label} title={label} onClick={() => setTheme(other)}>
      <Icon size={20} aria-hidden />
    </Button>
  );
}
