/**
 * The documents that every adapter keeps: what a player, a stake and an event look like at rest, and
 * the way there and back. Where and as what they are kept (JSON text, BSON) is the adapter's.
 */
import { z } from 'zod';
import type { Change } from '../../common/rules/decision.ts';
import { eventDraftSchema } from '../../common/values/game-event.ts';
import { playerSchema } from '../../common/values/player.ts';
import { stakeSchema } from '../../common/values/stake.ts';

/** A value's two forms; both ways are checked, so that nothing unreadable is ever written. */
export interface DocumentCodec<Value, Document> {
  /** @throws z.ZodError where the value breaks its schema: a bug of whoever made it. */
  encode(value: Value): Document;
  /** @throws UnreadableDocument */
  decode(document: unknown): Value;
}

/** What the store holds is not what it wrote: damaged, edited by hand, or written by other rules. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
}

/** What is read, or null for a document that can't be; anything else that fails is thrown. */
export function ifReadable<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableDocument) return null;
    throw error;
  }
}

/** What a value and its document hold alike; a bigint, for one, stands in a codec or not at all. */
const SAME_BOTH_WAYS = [z.ZodString, z.ZodTemplateLiteral, z.ZodNumber, z.ZodEnum, z.ZodLiteral];

export const playerDocument = documentCodec('player', playerSchema, withOrders);
export const stakeDocument = documentCodec('stake', stakeSchema);
/** An event without its rev, which is the key that it is kept under. */
export const eventDocument = documentCodec('event', eventDraftSchema, (document) =>
  isRecord(document) && lacksOrders(document['row'])
    ? { ...document, row: withOrders(document['row']) }
    : document,
);

/**
 * Refuses a change that does not hang together: it would be written, and be wrong for good.
 * @throws Error a bug of whoever made the change.
 */
export function assertWhole({ player, stakes, event }: Change, expectedVersion: number): void {
  if (player.version !== expectedVersion + 1) {
    throw new Error(`version ${player.version} can't follow version ${expectedVersion}`);
  }
  const strayed = [event.row, ...stakes].find((part) => part.wallet !== player.wallet);
  if (strayed) throw new Error(`a change of ${player.wallet} can't write for ${strayed.wallet}`);
}

/**
 * [ORD1] A player or a row from before there was an order of commits, or of an older Denaria that still
 * runs beside this one: the moments that broke ties then stand in for it.
 */
function withOrders(document: unknown): unknown {
  if (!lacksOrders(document)) return document;
  const { gdpSince, culturalSince } = document;
  return { ...document, gdpOrder: gdpSince, culturalOrder: culturalSince };
}

function lacksOrders(document: unknown): document is Record<string, unknown> {
  return isRecord(document) && document['gdpOrder'] === undefined;
}

function isRecord(document: unknown): document is Record<string, unknown> {
  return typeof document === 'object' && document !== null;
}

/** @param upgraded puts in what documents from before lack. */
function documentCodec<S extends z.ZodType>(
  what: string,
  schema: S,
  upgraded: (document: unknown) => unknown = (document) => document,
): DocumentCodec<z.output<S>, z.input<S>> {
  // Compiled, a million players are decoded in half a second, and a commit encodes in microseconds.
  const reader = z.compile(schema);
  const writer = z.compile(mirror(schema));
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the mirror's output is the schema's input, which no type can follow
    encode: (value) => writer.parse(value) as z.input<S>,
    decode(document) {
      const result = reader.safeParse(upgraded(document));
      if (result.success) return result.data;
      throw new UnreadableDocument(
        `A stored ${what} can't be read (${z.prettifyError(result.error)}). Restore the store from a backup, or start the Denaria that wrote it.`,
        { cause: result.error },
      );
    },
  };
}

/**
 * The schema whose parse is the other's `z.encode`: codecs turned round, the rest alike. zod compiles
 * parsing alone, and its `encode` takes fifteen times as long, on every commit's way.
 */
function mirror(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodCodec) return z.invertCodec(schema);
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape);
    return z.object(Object.fromEntries(fields.map(([key, field]) => [key, mirror(field)])));
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const [first, ...others] = schema.options.map(mirrorOption);
    if (!first) throw new Error('a union of nothing has no documents');
    return z.discriminatedUnion(schema.def.discriminator, [first, ...others]);
  }
  if (schema instanceof z.ZodArray) return z.array(mirror(schema.element));
  // What is written says its value.
  if (schema instanceof z.ZodDefault) return mirror(schema.unwrap());
  if (schema instanceof z.ZodNullable) return z.nullable(mirror(schema.unwrap()));
  if (schema instanceof z.ZodOptional) return z.optional(mirror(schema.unwrap()));
  for (const kind of SAME_BOTH_WAYS) if (schema instanceof kind) return schema;
  throw new Error(`no document can be made of ${schema.constructor.name}`);
}

function mirrorOption(option: z.core.$ZodType): z.core.$ZodTypeDiscriminable {
  const mirrored = mirror(option);
  if (mirrored instanceof z.ZodObject) return mirrored;
  throw new Error('a document’s union is one of objects');
}
