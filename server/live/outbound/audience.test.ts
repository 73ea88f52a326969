/** How messages reach real sockets: those that read, those that don't, and those that poll. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { io as connectClient } from 'socket.io-client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { ServerMessages, Tick } from '../../../common/protocol/live.ts';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { EPOCH, revOf } from '../../leaderboard/testing/fixtures.ts';
import type { LiveIo } from '../sockets/live-socket.ts';
import { createAudience } from './audience.ts';
import type { Member } from './member.ts';
import { packetOf } from './packet.ts';

const MAX_BACKLOG_BYTES = 256 * 1024;
const ROOM = 'italy';
/** So long that a few of them fill the kernel's buffers for a connection that nobody reads. */
const LONG = Array.from({ length: 5000 }, (_, n) => walletOf(n));

function message(n: number, left: typeof LONG = []): Tick {
  const nations = [{ nationId: 'italy' as const, gdp: 0, players: 0, changed: [], left }];
  return { room: ROOM, since: revOf(n - 1), rev: revOf(n), nations, events: [] };
}

/** An audience on its own server; every socket watches Italy as soon as it is connected. */
async function startAudience({ sliceMs = 8, maxBacklogBytes = MAX_BACKLOG_BYTES } = {}) {
  const http = createServer();
  const io: LiveIo = new Server(http, { transports: ['websocket', 'polling'], serveClient: false });
  const members: Member[] = [];
  const broken: Member[] = [];
  const audience = createAudience(io.of('/').adapter, {
    missed: () => [packetOf('resync', { epoch: EPOCH, rev: revOf(0) })],
    onBroken: (member) => broken.push(member),
    limits: { sliceMs, maxBacklogBytes },
  });
  io.on('connection', (socket) => {
    members.push(audience.add(socket));
    void socket.join(ROOM);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => void io.close());
  const bound = http.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  const { port } = bound;
  return {
    io,
    audience,
    members,
    broken,
    port,
    say: (n: number, left?: typeof LONG) => audience.toRoom(ROOM, 'tick', () => message(n, left)),
    send: () => new Promise<void>((resolve) => audience.send(resolve)),
    /** The member for the socket that this opened. */
    async joins(open: () => unknown): Promise<Member> {
      const before = members.length;
      await open();
      await expect.poll(() => members.length).toBe(before + 1);
      const member = members.at(-1);
      if (!member) throw new Error('nobody came');
      return member;
    },
  };
}

type World = Awaited<ReturnType<typeof startAudience>>;

/** A WebSocket that can stop reading. */
class RawClient {
  readonly socket: WebSocket;
  readonly received: string[] = [];

  constructor(port: number) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
    this.socket.on('message', (data: Buffer) => {
      const text = data.toString();
      // Engine.IO's own first packet: before it, nothing is received from a client.
      if (text.startsWith('0')) this.socket.send('40');
      this.received.push(text);
    });
    onTestFinished(() => this.socket.terminate());
  }

  /** The events that it received, in short form. */
  events(): string[] {
    return this.received.filter((text) => text.startsWith('42')).map(inShort);
  }
}

function inShort(text: string): string {
  const name = /^42\["(\w+)"/.exec(text)?.[1];
  const rev = /"rev":"0*([0-9a-f]+)"/.exec(text)?.[1];
  return `${name} ${Number.parseInt(rev ?? '', 16)}`;
}

function libraryClient(world: World, transports: ('websocket' | 'polling')[]) {
  const socket = connectClient(`http://127.0.0.1:${world.port}`, { transports, forceNew: true });
  const received: number[] = [];
  socket.on('tick', ({ rev }: ServerMessages['tick']) => received.push(Number.parseInt(rev, 16)));
  onTestFinished(() => void socket.disconnect());
  return { socket, received };
}

describe('a socket that does not read', () => {
  test('delays nobody, has a bounded backlog, and gets a snapshot once it reads', async () => {
    const world = await startAudience();
    const slow = new RawClient(world.port);
    const member = await world.joins(() => {});
    slow.socket.pause();
    const reader = libraryClient(world, ['websocket']);
    await expect.poll(() => world.members.length).toBe(2);
    const rounds = 120;
    for (let n = 1; n <= rounds; n += 1) {
      world.say(n, LONG);
      await world.send();
      await expect.poll(() => reader.received.at(-1), { interval: 1 }).toBe(n);
    }
    expect(reader.received).toEqual(Array.from({ length: rounds }, (_, n) => n + 1));
    expect(member.isBehind).toBe(true);
    const frame = packetOf('tick', message(1, LONG)).frame.length;
    expect(member.backlogBytes).toBeLessThanOrEqual(MAX_BACKLOG_BYTES + frame);
    expect(member.isClogged).toBe(true);
    const before = member.backlogBytes;
    world.say(rounds + 1, LONG);
    await world.send();
    expect(member.backlogBytes).toBe(before);

    slow.socket.resume();
    await expect.poll(() => slow.events().at(-1)).toBe('resync 0');
    expect(member.isBehind).toBe(false);
    expect(member.isClogged).toBe(false);
    world.say(rounds + 2);
    await world.send();
    await expect.poll(() => slow.events().at(-1)).toBe(`tick ${rounds + 2}`);
    // What it did receive was complete and in order, up to where it fell behind.
    const received = slow.events().slice(0, -2);
    expect(received).toEqual(received.map((_, n) => `tick ${n + 1}`));
    expect(received.length).toBeLessThan(rounds);
  });
});

test.each(['websocket', 'polling'] as const)(
  'a message of any length arrives by %s as it was sent',
  async (transport) => {
    const world = await startAudience();
    const socket = connectClient(`http://127.0.0.1:${world.port}`, { transports: [transport] });
    onTestFinished(() => void socket.disconnect());
    const received: unknown[] = [];
    socket.on('resync', (message: unknown) => received.push(message));
    await world.joins(() => {});
    // A frame's length takes one byte, two or eight.
    const sent = [3, 500, 100_000].map((length) => ({
      epoch: '🇮🇹'.padEnd(length, 'x'),
      rev: revOf(1),
    }));
    for (const message of sent) {
      world.audience.toRoom(ROOM, 'resync', () => message);
      await world.send();
    }
    await expect.poll(() => received).toEqual(sent);
  },
);

test('a socket that upgrades from polling to WebSocket receives everything once and in order', async () => {
  const world = await startAudience();
  let said = 0;
  const talking = setInterval(() => {
    if (!world.members[0]) return;
    said += 1;
    world.say(said);
    void world.send();
  }, 1);
  const { received } = libraryClient(world, ['polling', 'websocket']);
  const member = await world.joins(() => {});
  await expect.poll(() => member.socket.conn.transport.name).toBe('websocket');
  const atUpgrade = said;
  await expect.poll(() => said).toBeGreaterThan(atUpgrade + 50);
  clearInterval(talking);
  await expect.poll(() => received.length).toBe(said);
  expect(received).toEqual(received.map((_, n) => n + 1));
});

describe('a round in slices', () => {
  /** So short that a slice ends at every check of the clock. */
  const NO_TIME = -1;

  async function crowd() {
    const world = await startAudience({ sliceMs: NO_TIME });
    const clients = Array.from({ length: 100 }, () => new RawClient(world.port));
    await expect.poll(() => world.members.length).toBe(clients.length);
    return { world, clients };
  }

  test('skips a socket that can’t be written to, in any slice, and reports it', async () => {
    const { world, clients } = await crowd();
    const failing = [world.members[0], world.members[80]].filter((member) => member !== undefined);
    for (const member of failing) {
      vi.spyOn(member, 'send').mockImplementation(() => {
        throw new Error('it is broken');
      });
    }
    world.say(1);
    await world.send();
    expect(world.broken).toEqual(failing);
    const receivers = () => clients.filter((client) => client.events().length === 1);
    await expect.poll(() => receivers().length).toBe(clients.length - failing.length);
  });

  test('gives a member its part before anything that it asks for meanwhile', async () => {
    const { world, clients } = await crowd();
    const member = world.members.at(-1);
    if (!member) throw new Error('nobody came');
    world.say(1);
    const sent = world.send();
    world.audience.settle(member);
    member.socket.emit('resync', { epoch: EPOCH, rev: revOf(1) });
    await sent;
    const received = () => clients.map((client) => client.events()).find((events) => events[1]);
    await expect.poll(() => received()).toEqual(['tick 1', 'resync 1']);
  });

  test('[PRO13] sends nothing old to a member that joined in the middle of it', async () => {
    const { world } = await crowd();
    world.say(1);
    const late = new RawClient(world.port);
    const joined = world.joins(() => {});
    const sent = world.send();
    await sent;
    await joined;
    world.say(2);
    await world.send();
    await expect.poll(() => late.events()).toEqual(['tick 2']);
  });

  test('gives way to a resync, and sends nothing more of its messages', async () => {
    const { world, clients } = await crowd();
    world.say(1);
    void world.send();
    world.audience.resync({ epoch: EPOCH, rev: revOf(1) });
    await world.send();
    for (const client of clients) {
      await expect.poll(() => client.events().at(-1)).toBe('resync 1');
    }
    const unsent = clients.filter((client) => client.events().length === 1);
    expect(unsent.length).toBeGreaterThan(0);
  });
});
