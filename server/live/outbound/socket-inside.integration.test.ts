/**
 * Checks what `socket-inside.ts` relies on against the installed packages. If this fails after an update:
 * read what changed inside, check whether direct writes still equal what Socket.IO would write, then list
 * the new version.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { Server } from 'socket.io';
import { io as connectClient } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { LiveIo, LiveSocket } from '../sockets/live-socket.ts';
import { CONNECT, upgradeRequest } from '../testing/raw-websocket.ts';
import { packetOf } from './packet.ts';
import { directLine, heldPackets } from './socket-inside.ts';

/** The versions whose internals are known; before you list another one, read its source. */
const KNOWN_VERSIONS = { 'socket.io': '4.8.4', 'engine.io': '6.6.12', ws: '8.21.3' };

const require = createRequire(import.meta.url);

/** The version of a package as another one resolves it. */
function versionOf(name: string, askedBy: string): string {
  const entry = createRequire(askedBy).resolve(name);
  for (let folder = dirname(entry); ; folder = dirname(folder)) {
    const found = readJson(join(folder, 'package.json'));
    if (found?.name === name) return found.version;
  }
}

function readJson(path: string) {
  try {
    const schema = z.object({ name: z.string(), version: z.string() });
    return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

test('the packages are those whose internals are known', () => {
  const socketIo = require.resolve('socket.io');
  const engineIo = createRequire(socketIo).resolve('engine.io');
  expect({
    'socket.io': versionOf('socket.io', import.meta.filename),
    'engine.io': versionOf('engine.io', socketIo),
    ws: versionOf('ws', engineIo),
  }).toEqual(KNOWN_VERSIONS);
});

async function startServer() {
  const http = createServer();
  const io: LiveIo = new Server(http, {
    transports: ['websocket', 'polling'],
    perMessageDeflate: false,
  });
  const sockets: LiveSocket[] = [];
  io.on('connection', (socket) => sockets.push(socket));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => void io.close());
  const bound = http.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  return { io, sockets, port: bound.port };
}

async function first(sockets: readonly LiveSocket[]): Promise<LiveSocket> {
  await expect.poll(() => sockets.length).toBe(1);
  const [socket] = sockets;
  if (!socket) throw new Error('nobody came');
  return socket;
}

test('a WebSocket has a direct line, which is free while Engine.IO holds nothing back', async () => {
  const { sockets, port } = await startServer();
  const client = connectClient(`http://127.0.0.1:${port}`, { transports: ['websocket'] });
  onTestFinished(() => void client.disconnect());
  const { conn } = await first(sockets);
  const line = directLine(conn);
  if (!line) throw new Error('there is no line');
  expect(line.tcp.remotePort).toBe(conn.request.socket.remotePort);
  await expect.poll(() => line.isFree).toBe(true);
  // The first is sent immediately; the second waits until it is through.
  conn.write('2["one"]');
  conn.write('2["two"]');
  expect(heldPackets(conn)).toBe(1);
  expect(line.isFree).toBe(false);
  await expect.poll(() => line.isFree).toBe(true);
  client.disconnect();
  await expect.poll(() => line.isFree).toBe(false);
});

test.each([
  ['short', 3],
  ['longer than one byte can say', 500],
  ['longer than two bytes can say', 100_000],
])('a frame that is %s is byte for byte the one that Socket.IO writes', async (_, length) => {
  const { io, sockets, port } = await startServer();
  const tcp = connect(port, '127.0.0.1');
  onTestFinished(() => void tcp.destroy());
  const chunks: Buffer[] = [];
  tcp.write(upgradeRequest(port));
  tcp.on('data', (chunk) => chunks.push(chunk));
  const bytes = () => Buffer.concat(chunks);
  await expect.poll(() => bytes().toString()).toContain('"sid"');
  tcp.write(CONNECT);
  const socket = await first(sockets);
  await expect.poll(() => bytes().toString()).toContain('40{"sid"');
  const message = { epoch: '🇮🇹'.padEnd(length, 'x'), rev: '1' };
  const { frame } = packetOf('resync', message);
  const before = bytes().length;
  io.emit('resync', message);
  await expect.poll(() => bytes().length).toBe(before + frame.length);
  expect(bytes().subarray(before).equals(frame)).toBe(true);
  await expect.poll(() => heldPackets(socket.conn)).toBe(0);
  directLine(socket.conn)?.tcp.write(frame);
  await expect.poll(() => bytes().length).toBe(before + 2 * frame.length);
});
