import { expect, test, vi } from 'vitest';
import { address } from '../../../common/values/address.ts';
import { testStorage } from '../testing/wallet.ts';
import { SentCommands, type SentCommand } from './sent-commands.ts';

const ALICE = address('0x00000000000000000000000000000000000000aa');
const BOB = address('0x00000000000000000000000000000000000000bb');

const trade: SentCommand = {
  walletAddress: ALICE,
  path: '/api/trade',
  key: 'k1',
  body: { walletAddress: ALICE, resourceType: 'wood', quantity: 50 },
  sentAt: 1,
  state: 'sent',
};

/** Tabs of one browser: what one stores reaches the storage of all, and the others as events. */
function browser() {
  const storage = testStorage();
  const tabs: EventTarget[] = [];
  return function open(): SentCommands {
    const page = new EventTarget();
    tabs.push(page);
    const notify = (key: string, newValue: string | null) => {
      for (const tab of tabs.filter((other) => other !== page)) {
        tab.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
      }
    };
    const own: Storage = Object.create(storage, {
      length: { get: () => storage.length },
      setItem: {
        value: (key: string, text: string) => {
          storage.setItem(key, text);
          notify(key, text);
        },
      },
      removeItem: {
        value: (key: string) => {
          storage.removeItem(key);
          notify(key, null);
        },
      },
    });
    return new SentCommands(own, page);
  };
}

test('every tab of the wallet knows of a command before its answer, and after a reload too', () => {
  const open = browser();
  const [first, second] = [open(), open()];
  first.keep(trade);
  for (const tab of [first, second, open()]) {
    expect(tab.of(ALICE, '/api/trade')).toEqual(trade);
    expect(tab.of(ALICE, '/api/works')).toBeNull();
    expect(tab.of(BOB, '/api/trade')).toBeNull();
  }
  first.drop(trade);
  for (const tab of [first, second, open()]) expect(tab.of(ALICE, '/api/trade')).toBeNull();
});

test('an answer that comes late is told in every tab, once', () => {
  const open = browser();
  const tabs = [open(), open()];
  const notified: unknown[] = [];
  for (const tab of tabs)
    tab.onSettled((command, outcome) => notified.push([command.key, outcome]));
  tabs[0]?.keep({ ...trade, state: 'lost' });
  const outcome = { isDone: false, reason: 'The price has changed.' };
  tabs[0]?.settle(trade, outcome);
  expect(notified).toEqual([
    ['k1', outcome],
    ['k1', outcome],
  ]);
  for (const tab of [...tabs, open()]) expect(tab.all(ALICE)).toEqual([]);
});

test('an outcome that nobody of its wallet was told is stored until somebody is, over a reload too', () => {
  const open = browser();
  const outcome = { isDone: true, reason: '' };
  const notified: unknown[] = [];
  const notify = (command: SentCommand, said: unknown) => notified.push([command.key, said]);
  const first = open();
  first.keep(trade);
  first.notifySettled(BOB, notify);
  first.settle(trade, outcome);
  const second = open();
  for (const tab of [first, second]) {
    expect(tab.all(ALICE)).toEqual([]);
    expect(tab.get(trade)).toBeNull();
  }
  expect(notified).toEqual([]);
  for (const tab of [second, first, open()]) tab.notifySettled(ALICE, notify);
  expect(notified).toEqual([['k1', outcome]]);
});

test('without storage, or with something else in it, the page itself knows what it sent', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const storage = testStorage();
  storage.setItem('sent.k0', '{"path":"/api/nothing"}');
  for (const stored of [storage, null]) {
    const sent = new SentCommands(stored, new EventTarget());
    expect(sent.all(ALICE)).toEqual([]);
    sent.keep(trade);
    expect(sent.of(ALICE, '/api/trade')).toEqual(trade);
  }
});
