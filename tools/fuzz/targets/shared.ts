/** Generators and checks shared by several targets. */
import fc from 'fast-check';

/** A new caller for each request, so rate limits apply only now and then. */
export const anyCaller = fc
  .tuple(fc.nat({ max: 255 }), fc.nat({ max: 255 }))
  .map(([a, b]) => ({ 'X-Forwarded-For': `10.200.${a}.${b}` }));

/** A temporary refusal (503) is allowed; any other 5xx is the server's fault. */
export function isAllowed(status: number): boolean {
  return status < 500 || status === 503;
}

const anyCut = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat({ max: 8 }),
  insert: fc.uint8Array({ maxLength: 8 }),
});

/** These bytes with up to three cuts. */
export function bytesMutated(bytes: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  return fc.tuple(bytes, fc.array(anyCut, { maxLength: 3 })).map(([whole, cuts]) =>
    cuts.reduce<Buffer>((rest, { at, remove, insert }) => {
      const place = Math.floor(at * rest.length);
      return Buffer.concat([rest.subarray(0, place), insert, rest.subarray(place + remove)]);
    }, whole),
  );
}
