/**
 * The game's `cultural` is `museum` in stored documents and on the wire, as the specification has
 * it [ENT5]. Only this file converts between the two.
 */
import { z } from 'zod';

/** A name as stored and sent. */
type Written<Name extends string> = Name extends `cultural${infer Rest}` ? `museum${Rest}` : Name;

/** `cultural-staked` → `museum-staked`; other names are unchanged. */
export function written<const Name extends string>(name: Name): Written<Name> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type says what the pattern does
  return name.replace(/^cultural/, 'museum') as Written<Name>;
}

/** An enum whose names are written as above: its input is the stored or sent name. */
export function writtenEnum<const Name extends string>(
  names: readonly Name[],
): z.ZodCodec<z.ZodEnum<{ [W in Written<Name>]: W }>, z.ZodEnum<{ [N in Name]: N }>> {
  const nameOf = new Map<string, Name>(names.map((name) => [written(name), name]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod infers no enum of a mapped list
  return z.codec(z.enum(names.map((name) => written(name))), z.enum(names), {
    decode: (text) => nameOf.get(text) ?? raise(text),
    encode: (name) => written(name),
  }) as never;
}

/** Unreachable: the enum on the written side has already accepted the value. */
function raise(text: string): never {
  throw new Error(`${text} is not the written form of any name`);
}
