/** What any client may send or try, on a real HTTP server with real sockets. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { choose, stake } from '../leaderboard/testing/fixtures.ts';
import { intrude, INTRUDERS } from '../test/support/hostile.ts';
import { pollingSession } from '../test/support/raw-connection.ts';
import { Client, connectionsOf, openRaw, startWorld } from './testing/fixtures.ts';
import { clientFrame, upgradeRequest } from './testing/raw-websocket.ts';

afterEach(() => void vi.useRealTimers());

test('[PRO24] bad input is answered with a sentence, changes nothing and leaves the socket usable', async () => {
  const world = await startWorld();
  const client = new Client(world.url);
  const packets: unknown[][] = [
    ['watch'],
    ['watch', { nations: Array(500).fill('usa') }],
    ['watch', Buffer.from('{"nations":"all"}')],
    ['watch', { nations: 'all' }, { nations: 'all' }],
    ['error', new Error('no')],
    ['__proto__', {}],
    ['corrected', null],
  ];
  for (const [name, ...args] of packets) {
    const ack = await client.send(String(name), ...args);
    expect(ack).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^[A-Za-z].{10,200}\.$/),
      code: 'bad-message',
    });
  }
  world.play(choose(1, 'usa'));
  expect(await client.afterQuiet()).toEqual([]);
  expect(await client.send('watch', { nations: 'all' })).toMatchObject({ ok: true });
});

test('packets that break the protocol harm nobody else', async () => {
  const world = await startWorld([choose(1, 'usa')]);
  const other = new Client(world.url);
  await other.send('watch', { nations: ['usa'] });
  await other.next(1);
  for (const packet of [
    '2["disconnect"]',
    '2{',
    '9',
    '51-["watch",{"_placeholder":true,"num":0}]',
    '3999["x"]',
    '0/admin,',
  ]) {
    const rude = new Client(world.url, { reconnection: false });
    await expect.poll(() => rude.socket.connected).toBe(true);
    rude.socket.io.engine.write(packet);
    // By its answer the packet has been read.
    await other.send('watch', { nations: [] });
  }
  world.play(stake(1, 10));
  expect(await other.next(1)).toEqual(['usa: usa 25001 (1)']);
});

test('[PRO21] a message beyond the limit ends the socket that sent it, and no other', async () => {
  const world = await startWorld();
  const [rude, other] = [new Client(world.url, { reconnection: false }), new Client(world.url)];
  await other.send('watch', { nations: ['usa'] });
  await rude.send('watch', { nations: ['usa'] });
  rude.socket.emit('watch', { nations: Array(5000).fill('usa') });
  await expect.poll(() => rude.socket.connected).toBe(false);
  expect(other.socket.connected).toBe(true);
  expect(world.live.sockets()).toBe(1);
});

test('[PRO20, PRO21] more messages than the limit are refused, and a client that keeps sending is cut off', async () => {
  // No time passes for the limit, however long the messages take.
  vi.useFakeTimers({ toFake: ['performance'] });
  const world = await startWorld();
  const client = new Client(world.url, { reconnection: false });
  const other = new Client(world.url);
  const acks = await Promise.all(
    Array.from({ length: 30 }, () => client.send('watch', { nations: [] })),
  );
  expect(acks.filter((ack) => ack.ok).length).toBe(20);
  expect(acks.at(-1)).toEqual({
    ok: false,
    error: 'Too many messages: wait a second, then send them more slowly.',
    code: 'too-many-messages',
  });
  expect(await other.send('watch', { nations: [] })).toMatchObject({ ok: true });
  for (let i = 0; i < 200; i += 1) client.socket.emit('watch', { nations: [] });
  await expect.poll(() => client.socket.connected).toBe(false);
  expect(other.socket.connected).toBe(true);
});

test.each(['websocket', 'polling'] as const)(
  '[PRO10] a page of a foreign Origin may not connect by %s; the own one or none may',
  async (transport) => {
    const world = await startWorld();
    const connect = (extraHeaders: Record<string, string>) => {
      const { socket } = new Client(world.url, {
        transports: [transport],
        reconnection: false,
        extraHeaders,
      });
      return new Promise<string>((resolve) => {
        socket.on('connect', () => resolve('connected'));
        socket.on('connect_error', () => resolve('refused'));
      });
    };
    expect(await connect({ origin: 'https://evil.example' })).toBe('refused');
    expect(await connect({ origin: 'null' })).toBe('refused');
    expect(await connect({ origin: world.url })).toBe('connected');
    expect(await connect({})).toBe('connected');
  },
);

test('no answer to a foreign page has a CORS header, and the client code is not served', async () => {
  const { url } = await startWorld();
  const handshake = `${url}/socket.io/?EIO=4&transport=polling`;
  const foreign = await fetch(handshake, { headers: { origin: 'https://evil.example' } });
  expect(foreign.status).toBe(403);
  expect(foreign.headers.get('x-refusal-code')).toBe('foreign-origin');
  expect(await foreign.json()).toEqual({
    code: 4,
    message: 'Pages of this origin may not connect. Open the game at its own address.',
  });
  const own = await fetch(handshake, { headers: { origin: url } });
  expect(own.status).toBe(200);
  expect(own.headers.get('x-refusal-code')).toBeNull();
  for (const response of [foreign, own]) {
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  }
  expect((await fetch(`${url}/socket.io/socket.io.js`)).status).toBe(400);
  expect(await (await fetch(`${url}/anything`)).text()).toBe('the game');
});

/** A polling session, and the answer to a POST of these packets to it. */
async function polling(url: string): Promise<(...packets: string[]) => Promise<Response | null>> {
  const session = await pollingSession(url);
  return (...packets) =>
    fetch(`${url}${session}`, {
      method: 'POST',
      body: packets.join('\x1e'),
      // Cut off in the middle of it: no answer.
    }).catch(() => null);
}

describe('[PRO10] one CONNECT per connection, to the root namespace', () => {
  test('a payload of 2,700 CONNECTs makes one socket, and that is closed', async () => {
    const world = await startWorld();
    const post = await polling(world.url);
    await post(...Array.from({ length: 2700 }, () => '40'));
    await expect.poll(() => world.live.sockets()).toBe(0);
    expect((await post('42["watch",{"nations":"all"}]'))?.status).toBe(400);
  });

  test.each([
    ['a second CONNECT', '40'],
    ['a namespace that does not exist', `40/${'x'.repeat(7900)},`],
  ])('%s closes a WebSocket, and is not answered', async (_what, packet) => {
    const world = await startWorld();
    const client = new Client(world.url, { reconnection: false });
    await client.send('watch', { nations: [] });
    const received: unknown[] = [];
    client.socket.io.engine.on('packet', (answer) => received.push(answer));
    client.socket.io.engine.write(packet.slice(1));
    await expect.poll(() => client.socket.connected).toBe(false);
    expect(received).toEqual([]);
    expect(world.live.sockets()).toBe(0);
  });

  test('one that Socket.IO closes is gone though it neither sends a close frame nor stops sending', async () => {
    // No time passes: an orderly close would wait for the peer's close frame.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const connection = await openRaw(await startWorld());
    // An event before the CONNECT was processed.
    const watch = clientFrame('42["watch",{"nations":"all"}]');
    connection.write(Buffer.concat([clientFrame('40'), watch]));
    const sending = setInterval(() => connection.write(watch), 20);
    onTestFinished(() => clearInterval(sending));
    await connection.closed;
  });
});

test.each(Object.entries(INTRUDERS))(
  '[PRO20, PRO21] a WebSocket is cut off, and no other: %s',
  async (_name, intruder) => {
    const warned = vi.fn();
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    const world = await startWorld();
    const other = new Client(world.url);
    await other.send('watch', { nations: [] });
    const connection = await intrude(world.url, intruder, { 'X-Forwarded-For': '192.0.2.1' });
    if (!connection) throw new Error('it was refused');
    onTestFinished(() => connection.end());
    expect(connection.received).not.toMatch(/permessage-deflate/i);
    // Gone though it has read nothing and sent no close frame.
    if (intruder.isDeaf) await expect.poll(connectionsOf(world)).toBe(1);
    expect(await connection.closes()).toBe(true);
    expect([other.socket.connected, world.live.sockets()]).toEqual([true, 1]);
    // Node warns of an emitter that collects listeners.
    expect(warned).not.toHaveBeenCalled();
  },
);

test('[PRO22] an address past its socket limit is refused with a sentence until it closes one', async () => {
  const world = await startWorld([], { socketsPerAddress: 2 });
  const clients = [new Client(world.url), new Client(world.url)];
  for (const client of clients) await client.send('watch', { nations: [] });
  const refused = await fetch(`${world.url}/socket.io/?EIO=4&transport=polling`);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toEqual({
    code: 4,
    message: 'Too many connections from your address: close some, then try again.',
  });
  expect(refused.headers.get('x-refusal-code')).toBe('too-many-connections');
  clients[0]?.socket.disconnect();
  await expect.poll(() => world.live.sockets()).toBe(1);
  expect((await fetch(`${world.url}/socket.io/?EIO=4&transport=polling`)).status).toBe(200);
  // Engine.IO answers a WebSocket itself: a status of its own, and no code.
  const { port } = new URL(world.url);
  const tcp = connect(Number(port), '127.0.0.1');
  tcp.write(upgradeRequest(Number(port)));
  expect(await text(tcp)).toMatch(
    /^HTTP\/1\.1 400 Bad Request\r\n[^]*\r\n\r\nToo many connections/,
  );
});
