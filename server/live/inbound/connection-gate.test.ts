import { describe, expect, test } from 'vitest';
import { ConnectionGate, type EnginePacket } from './connection-gate.ts';

const message = (data: unknown): EnginePacket => ({ type: 'message', data });

/** The verdict on each of these packets in turn, all at one moment. */
function admitted(...packets: readonly EnginePacket[]): boolean[] {
  const gate = new ConnectionGate(0);
  return packets.map((packet) => gate.admits(packet, 0));
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

  test('a second CONNECT is not, to any namespace', () => {
    expect(admitted(message('0'), message('0'))).toEqual([true, false]);
    expect(admitted(message('0'), message('0/admin,'))).toEqual([true, false]);
  });

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
    const gate = new ConnectionGate(0);
    for (let second = 0; second < 1000; second += 1) {
      for (let i = 0; i < 20; i += 1) {
        expect(gate.admits({ type: 'pong' }, second * 1000)).toBe(true);
      }
    }
  });
});
