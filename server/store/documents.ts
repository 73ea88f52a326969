/**
 * The documents that every adapter keeps: the stored form of players, stakes and events, and the
 * conversion both ways. Where they are stored and in which format (JSON text, BSON) is up to the
 * adapter.
 */
import { z } from 'zod';
import type { Change } from '../../common/rules/decision.ts';
import {
  eraEventDraftSchema,
  eventDraftSchema,
  type EraEventDraft,
  type EventDraft,
} from '../../common/values/stored-event.ts';
import { playerSchema } from '../../common/values/player.ts';
import { stakeSchema } from '../../common/values/stake.ts';
import { OperatorError } from '../lib/command.ts';

/**
 * A value's two forms; both directions are validated, so that nothing unreadable is ever written.
 */
export interface DocumentCodec<Value, Document> {
  /** @throws z.ZodError if the value breaks its schema: a bug in the caller. */
  encode(value: Value): Document;
  /** @throws UnreadableDocument */
  decode(document: unknown): Value;
}

/**
 * The stored document is not what was written: damaged, edited by hand, or written under other
 * rules.
 */
export class UnreadableDocument extends OperatorError {
  override readonly name = 'UnreadableDocument';
}

/** What is read, or null for an unreadable document; any other error is thrown. */
export function ifReadable<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableDocument) return null;
    throw error;
  }
}

/** @throws UnreadableDocument */
export function fromText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableDocument('A stored document is not JSON. Restore a backup.', { cause });
  }
}

/** Types that are the same in a value and its document; a bigint, for one, needs a codec. */
const SAME_BOTH_WAYS = [z.ZodString, z.ZodTemplateLiteral, z.ZodNumber, z.ZodEnum, z.ZodLiteral];

export const playerDocument = documentCodec('player', playerSchema);
export const stakeDocument = documentCodec('stake', stakeSchema);
/** Events without their revs, which are their keys: a player's, and one of the whole game. */
export const eventDocument = documentCodec('event', eventDraftSchema);
export const eraEventDocument = documentCodec('event', eraEventDraftSchema);

const ofEraSchema = z.compile(
  z.object({ kind: z.enum(eraEventDraftSchema.options.map(({ shape }) => shape.kind.value)) }),
);

/** Of either. */
export const commitDocument: DocumentCodec<EventDraft | EraEventDraft, unknown> = {
  encode: (event) =>
    'row' in event ? eventDocument.encode(event) : eraEventDocument.encode(event),
  decode(document) {
    const isOfEra = ofEraSchema.safeParse(document).success;
    return (isOfEra ? eraEventDocument : eventDocument).decode(document);
  },
};

/**
 * Refuses an inconsistent change: once written, it would be wrong for good.
 * @throws Error a bug in the caller.
 */
export function assertWhole({ player, stakes, event }: Change, expectedVersion: number): void {
  if (player.version !== expectedVersion + 1) {
    throw new Error(`version ${player.version} can't follow version ${expectedVersion}`);
  }
  const strayed = [event.row, ...stakes].find((part) => part.wallet !== player.wallet);
  if (strayed) throw new Error(`a change of ${player.wallet} can't write for ${strayed.wallet}`);
}

function documentCodec<S extends z.ZodType>(
  what: string,
  schema: S,
): DocumentCodec<z.output<S>, z.input<S>> {
  // Compiled, a million players are decoded in half a second, and a commit encodes in microseconds.
  const reader = z.compile(schema);
  const writer = z.compile(mirror(schema));
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the mirror's output is the schema's input, which no type can follow
    encode: (value) => writer.parse(value) as z.input<S>,
    decode(document) {
      const result = reader.safeParse(document);
      if (result.success) return result.data;
      throw new UnreadableDocument(
        `A stored ${what} can't be read (${z.prettifyError(result.error)}). Restore the store from a backup, or start the Denaria that wrote it.`,
        { cause: result.error },
      );
    },
  };
}

/**
 * The schema whose parse is the other's `z.encode`: codecs are reversed, the rest is unchanged. zod
 * compiles only parsing, and its `encode` takes fifteen times as long, on every commit's path.
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
