import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { guardConnection } from './connection-gate.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

class Transport extends EventEmitter {
  close(): void {}
}

/** The part of an Engine.IO socket that is guarded. */
class Connection extends EventEmitter {
  readyState = 'open';
  readonly transport = new Transport();

  constructor() {
    super();
    guardConnection(
      this,
      () => true,
      () => {},
    );
  }

  close(): void {
    this.readyState = 'closed';
  }

  /** Whether it is still open after this packet. */
  takes(packet: { readonly type: string; readonly data?: unknown }): boolean {
    this.emit('packet', packet);
    return this.readyState === 'open';
  }
}

const message = (data: unknown) => ({ type: 'message', data });

/** Whether the connection is open after each of these packets, all at one moment. */
function admitted(...packets: readonly { readonly type: string }[]): boolean[] {
  const connection = new Connection();
  return packets.map((packet) => connection.takes(packet));
}

describe('a connection’s packets', () => {
  test.each(['0', '0{"token":"x"}', '0/', '0/,', '0/,{"token":"x"}', '0 {}'])(
    'one CONNECT to the root namespace is admitted, however it is written: %s',
    (connect) => {
      expect(admitted(message(connect), message('2["watch",{}]'))).toEqual([true, true]);
    },
  );

  test.each(['0/admin,', '0/admin,{}', '0/admin', '0/?token=x,', '0x', '0,', '01'])(
    'a CONNECT to any other namespace is not: %s',
    (connect) => {
      expect(admitted(message(connect))).toEqual([false]);
    },
  );

  test.each(['2["watch",{}]', '1', '3[]', '4', '51-["watch",{"_placeholder":true,"num":0}]', '9'])(
    'nothing but CONNECT comes first: %s',
    (data) => {
      expect(admitted(message(data))).toEqual([false]);
      expect(admitted(message(Buffer.from(data)))).toEqual([false]);
    },
  );

  test('[PRO20] every packet counts, whatever answers it: past 200 in a burst the connection is closed', () => {
    const pongs = Array.from({ length: 200 }, () => ({ type: 'pong' }));
    expect(admitted(...pongs)).not.toContain(false);
    expect(admitted(...pongs, { type: 'pong' }).at(-1)).toBe(false);
    expect(admitted(message('0'), ...pongs).at(-1)).toBe(false);
  });

  test('[PRO20] up to 20 a second may continue forever', () => {
    const connection = new Connection();
    for (let second = 0; second < 1000; second += 1) {
      for (let i = 0; i < 20; i += 1) expect(connection.takes({ type: 'pong' })).toBe(true);
      vi.advanceTimersByTime(1000);
    }
  });
});
