/** Engine.IO payloads and packets, Socket.IO packets, and the WebSocket frames around them. */
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { z } from 'zod';
import { upgradeRequest } from '../../../server/live/testing/raw-websocket.ts';
import { openSocket } from '../../../server/test/support/socket-client.ts';
import { target, type Playground } from '../target.ts';
import { anyCaller, isAllowed } from './shared.ts';

const POLLING = '/socket.io/?EIO=4&transport=polling';
const openSchema = z.object({ sid: z.string() });

/** A valid packet, a nearly valid one, and noise. */
const anyPacket = fc.oneof(
  fc.constantFrom(
    '40',
    '40{}',
    '40{"version":4}',
    '40{"version":"__proto__"}',
    '40{"browser":"0123456789abcdef"}',
    '40{"browser":["0123456789abcdef"]}',
    '40/,',
    '40/admin,',
    '41',
    '2',
    '2probe',
    '3',
    '5',
    '6',
    '1',
    '0{}',
    '42["watch",{"nations":"all"}]',
    '420["watch",{"nations":["usa"]}]',
    '42["watch"]',
    '420["corrected"]',
    '42["corrected",{}]',
    '42[]',
    '42{}',
    '42["disconnect"]',
    '42["__proto__",{}]',
    '43999["x"]',
    '451-["watch",{"_placeholder":true,"num":0}]',
    '451000000-["watch"]',
    '45-["watch"]',
    '44{"message":"no"}',
    '4',
    '',
    'bAAAA',
    `42["watch",${'['.repeat(3000)}${']'.repeat(3000)}]`,
  ),
  fc
    .tuple(fc.constantFrom('42', '420', '4299999999999999999999', '40', '45'), fc.jsonValue())
    .map(([head, value]) => `${head}${JSON.stringify(value)}`),
  fc.string({ maxLength: 80 }),
);

/** Another, honest client is still answered: one client's input harms nobody else. */
async function othersAreServed({ server }: Playground): Promise<void> {
  const socket = await openSocket(server.url);
  const ack = await socket.watch({ nations: 'all' });
  socket.close();
  if (!ack.ok) throw new Error('an honest socket was refused');
}

export const POLLING_TARGET = target({
  name: 'polling',
  property: ({ server }) =>
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          {
            weight: 4,
            arbitrary: fc.array(anyPacket, { maxLength: 6 }).map((all) => all.join('\x1e')),
          },
          { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
        ),
        { minLength: 1, maxLength: 4 },
      ),
      fc.oneof(fc.constant(''), fc.constantFrom('&sid=nobody', '&EIO=3', '&transport=websocket', '&b64=1', '&j=0', '&sid[]=a')), // prettier-ignore
      anyCaller,
      async (payloads, noise, headers) => {
        const url = `${server.url}${POLLING}`;
        const opened = await fetch(url + noise, { headers });
        const text = await opened.text();
        if (!isAllowed(opened.status)) throw new Error(`a handshake was answered ${opened.status}`);
        if (!opened.ok || !text.startsWith('0{')) return;
        const session = `${url}&sid=${openSchema.parse(JSON.parse(text.slice(1))).sid}`;
        for (const body of ['40', ...payloads]) {
          // A session that is cut off in the middle of a request gives no answer.
          const answer = await fetch(session, { method: 'POST', body, headers }).catch(() => null);
          if (answer && !isAllowed(answer.status)) throw new Error(`answered ${answer.status}`);
          if (!answer?.ok) return;
        }
      },
    ),
  settled: othersAreServed,
});

const anyFrame = fc
  .record({
    isFinal: fc.boolean(),
    reserved: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.nat({ max: 7 })),
    opcode: fc.oneof(
      { weight: 6, arbitrary: fc.constant(1) },
      fc.constantFrom(0, 2, 8, 9, 10),
      fc.nat({ max: 15 }),
    ),
    isMasked: fc.oneof({ weight: 8, arbitrary: fc.constant(true) }, fc.constant(false)),
    /** How the length is encoded, and how far it is from the truth. */
    form: fc.constantFrom('shortest', 'two', 'eight'),
    lie: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: -5, max: 70_000 })),
    payload: fc.oneof(
      { weight: 4, arbitrary: anyPacket.map((packet) => Buffer.from(packet)) },
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    ),
  })
  .map(({ isFinal, reserved, opcode, isMasked, form, lie, payload }) => {
    const length = Math.max(0, payload.length + lie);
    const mask = isMasked ? 0x80 : 0;
    const size = Buffer.alloc(8);
    size.writeBigUInt64BE(BigInt(length));
    const written =
      form === 'shortest' && length < 126
        ? Buffer.from([mask | length])
        : form === 'eight' || length > 65_535
          ? Buffer.concat([Buffer.from([mask | 127]), size])
          : Buffer.concat([Buffer.from([mask | 126]), size.subarray(6)]);
    return Buffer.concat([
      Buffer.from([(isFinal ? 0x80 : 0) | (reserved << 4) | opcode]),
      written,
      isMasked ? Buffer.alloc(4) : Buffer.alloc(0),
      payload,
    ]);
  });

/** How long the input may take effect. */
const WORK_MS = 15;

export const FRAMES_TARGET = target({
  name: 'frames',
  property: ({ server }) =>
    fc.asyncProperty(
      fc.array(anyFrame, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      anyCaller,
      async (frames, connectsFirst, caller) => {
        const port = Number(new URL(server.url).port);
        const socket = connect(port, '127.0.0.1');
        // The server should hang up on most of these.
        socket.on('error', () => socket.destroy());
        const forwarded = `X-Forwarded-For: ${caller['X-Forwarded-For']}`;
        socket.write(upgradeRequest(port, undefined, [forwarded]));
        const [head] = z.tuple([z.instanceof(Buffer)]).parse(await once(socket, 'data'));
        if (!/^HTTP\/1\.1 (101|403|429) /.test(head.toString('latin1'))) {
          throw new Error(`an upgrade was answered ${head.toString('latin1', 0, 100)}`);
        }
        const first = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]);
        socket.write(Buffer.concat([...(connectsFirst ? [first] : []), ...frames]));
        await new Promise((resolve) => {
          setTimeout(resolve, WORK_MS);
        });
        socket.destroy();
      },
    ),
  settled: othersAreServed,
});
