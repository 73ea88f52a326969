/** Bytes that are nearly HTTP, Engine.IO and WebSocket frames. */
import fc from 'fast-check';
import { words } from './mutations.ts';

const HEADERS = [
  ' folded: line',
  ...`
  Host: 127.0.0.1 | Host: | Connection: Upgrade | Upgrade: websocket | Upgrade: h2c |
  Sec-WebSocket-Version: 13 | Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA== | Sec-WebSocket-Key: a |
  Content-Length: 5 | Content-Length: 99999999999999999999 | Content-Length: -1 |
  Transfer-Encoding: chunked | Transfer-Encoding: gzip, chunked | Expect: 100-continue |
  Content-Type: application/json | Range: bytes=0-,5- | Cookie: denaria-session=a.b.c`
    .trim()
    .split(/\s*\|\s*/),
];

const PACKETS = words(`
  40 40{} 40{"version":4} 40{"version":"__proto__"} 40{"browser":"0123456789abcdef"}
  40{"browser":["0123456789abcdef"]} 40/, 40/admin, 41 2 2probe 3 5 6 1 0{} 4 bAAAA
  42["watch",{"nations":"all"}] 420["watch",{"nations":["usa"]}] 42["watch"] 420["corrected"]
  42["corrected",{}] 42[] 42{} 42["disconnect"] 42["__proto__",{}] 43999["x"]
  451-["watch",{"_placeholder":true,"num":0}] 451000000-["watch"] 45-["watch"] 44{"message":"no"}
  42["watch",${'['.repeat(3000)}${']'.repeat(3000)}]`);

const anyHead = fc
  .record({
    method: fc.constantFrom(...words('GET POST HEAD OPTIONS DELETE PRI get CONNECT'), ''),
    target: fc.oneof(
      fc.constantFrom(
        '/',
        '*',
        '/api/nations',
        '/socket.io/?EIO=4&transport=polling',
        '//',
        'http://[/',
        '/api/../',
        '/%',
      ),
      fc.webPath(),
      fc.string({ maxLength: 40 }),
    ),
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'http/1.1', ''),
    headers: fc.array(fc.oneof(fc.constantFrom(...HEADERS), fc.string({ maxLength: 60 })), {
      maxLength: 8,
    }),
    end: fc.constantFrom('\r\n\r\n', '\n\n', '\r\n', ''),
    body: fc.oneof(
      fc.constantFrom('', '{}', '5\r\nhello\r\n0\r\n\r\n', 'fffffffff\r\n'),
      fc.string(),
    ),
  })
  .map(({ method, target, version, headers, end, body }) =>
    Buffer.from([`${method} ${target} ${version}`, ...headers].join('\r\n') + end + body, 'latin1'),
  );

const anyCut = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat({ max: 8 }),
  insert: fc.uint8Array({ maxLength: 8 }),
});

/** Nearly a request of HTTP/1.1. */
export const anyRequestBytes = fc
  .tuple(anyHead, fc.array(anyCut, { maxLength: 3 }))
  .map(([whole, cuts]) =>
    cuts.reduce<Buffer>((rest, { at, remove, insert }) => {
      const place = Math.floor(at * rest.length);
      return Buffer.concat([rest.subarray(0, place), insert, rest.subarray(place + remove)]);
    }, whole),
  );

/** A valid packet of Engine.IO, a nearly valid one, and noise. */
export const anyPacket = fc.oneof(
  fc.constantFrom(...PACKETS, ''),
  fc
    .tuple(fc.constantFrom('42', '420', '4299999999999999999999', '40', '45'), fc.jsonValue())
    .map(([head, value]) => `${head}${JSON.stringify(value)}`),
  fc.string({ maxLength: 80 }),
);

/** A WebSocket frame of a client (RFC 6455, 5.2), whose parts need not fit. */
export const anyFrame = fc
  .record({
    flags: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(0x80, 0) },
      fc.nat({ max: 15 }).map((bits) => bits << 4),
    ),
    opcode: fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.nat({ max: 15 })),
    mask: fc.oneof({ weight: 8, arbitrary: fc.constant(0x80) }, fc.constant(0)),
    /** How the length is encoded, and how far it is off. */
    form: fc.constantFrom('shortest', 'two', 'eight'),
    error: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: -5, max: 70_000 })),
    payload: fc.oneof(
      { weight: 4, arbitrary: anyPacket.map((packet) => Buffer.from(packet)) },
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    ),
  })
  .map(({ flags, opcode, mask, form, error, payload }) => {
    const length = Math.max(0, payload.length + error);
    const size = Buffer.alloc(8);
    size.writeBigUInt64BE(BigInt(length));
    const written =
      form === 'shortest' && length < 126
        ? [Buffer.from([mask | length])]
        : form === 'eight' || length > 65_535
          ? [Buffer.from([mask | 127]), size]
          : [Buffer.from([mask | 126]), size.subarray(6)];
    const first = Buffer.from([flags | opcode]);
    return Buffer.concat([first, ...written, Buffer.alloc(mask ? 4 : 0), payload]);
  });
