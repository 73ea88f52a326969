/** Lists the keyboard shortcuts, with a switch that turns them off. */
import { styled } from 'styled-components';
import { Dialog } from '../ui/Dialog.tsx';
import { setShortcutsOn, useShortcutsOn } from '../ui/shortcuts.ts';

const SHORTCUTS = [
  { key: '?', does: 'List these shortcuts' },
  { key: 'H', does: 'Go home' },
  { key: 'B', does: 'Build your nation' },
  { key: 'R', does: 'See the ranking' },
  { key: 'P', does: 'Pause the ranking, or catch up' },
  { key: 'L', does: 'From a past ranking back to the live one' },
  { key: '/', does: 'Find a player in the ranking' },
  { key: 'T', does: 'Switch between dark and light' },
  { key: 'F8', does: 'Go to the notifications' },
] as const;

const Keys = styled.dl`
  display: grid;
  grid-template-columns: 1fr auto;
  margin-block-start: calc(-1 * var(--space-3));

  > div {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: center;
    min-block-size: var(--tap);
    border-block-end: 1px solid var(--rule);
  }

  dt {
    order: 2;
    text-align: end;
  }
`;

const Key = styled.kbd`
  display: inline-block;
  min-inline-size: 2rem;
  padding: var(--space-1) var(--space-2);
  border: 1px solid var(--rule-strong);
  border-radius: var(--radius);
  font: 500 var(--text-caption) / 1.2 var(--font-sans);
  text-align: center;
`;

const Choice = styled.label`
  display: flex;
  gap: var(--space-3);
  align-items: center;
  min-block-size: var(--tap);
  margin-block-start: var(--space-3);
  color: var(--ink-muted);
  cursor: pointer;

  > input {
    inline-size: 1.125rem;
    block-size: 1.125rem;
    accent-color: var(--action-fill);
  }
`;

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const isOn = useShortcutsOn();
  return (
    <Dialog
      onClose={onClose}
      title="Keyboard shortcuts"
      description="They rest while you type and while a dialog is open."
      width="26rem"
    >
      <Keys>
        {SHORTCUTS.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <Key>{key}</Key>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </Keys>
      <Choice>
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => setShortcutsOn(event.target.checked)}
        />
        Single keys act on their own
      </Choice>
    </Dialog>
  );
}
