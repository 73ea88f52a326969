import { renderToString } from 'react-dom/server';
import { useToasterStore, type Toast } from 'react-hot-toast/headless';
import { expect, it } from 'vitest';
import { presentToast } from './present-toast.tsx';

function toasts(): readonly Toast[] {
  let toasts: readonly Toast[] = [];
  function Reader() {
    toasts = useToasterStore().toasts;
    return null;
  }
  renderToString(<Reader />);
  return toasts;
}

it('[CON9, CON10] one toast shows at a time, for 5 s, and is removed 1,000,000 ms after its dismissal', () => {
  presentToast({ tone: 'destructive', lines: ['Trade Failed'] });
  presentToast({ tone: 'success', lines: ['Trade Successful!'] });
  const [standing, ...dismissed] = toasts();
  expect(standing).toMatchObject({
    type: 'success',
    visible: true,
    duration: 5000,
    removeDelay: 1_000_000,
  });
  expect(dismissed.map(({ visible }) => visible)).toEqual([false]);
});
