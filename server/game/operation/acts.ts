/**
 * What operators may do to a running game, as `npm run operate` writes it and every process reads
 * it.
 */
import { z } from 'zod';
import { addressSchema } from '../../../common/values/address.ts';
import { instantSchema } from '../../../common/values/ids.ts';

const MAX_CHARACTERS = 280;

/**
 * One line of plain text: no line breaks, no control characters, nothing invisible that turns or
 * hides other text. The two joiners are part of words and of emoji.
 */
const UNSHOWN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** @param what the line, as a sentence's subject. */
function line(what: string) {
  return z
    .string()
    .trim()
    .refine((text) => text !== '', { error: `${what} is empty: write a sentence.` })
    .refine((text) => Array.from(text).length <= MAX_CHARACTERS, {
      error: `${what} has more than ${MAX_CHARACTERS} characters: shorten it.`,
    })
    .refine((text) => !UNSHOWN.test(text), {
      error: `${what} has a line break, or a control or invisible character: write one line of plain text.`,
    });
}

/** What players read. */
const sentenceSchema = line('The sentence');

const actSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pause'), text: sentenceSchema }),
  z.object({ kind: z.literal('resume') }),
  /** `text` null: no notice any more. `until`: machine time, ms; null: until the next one. */
  z.object({
    kind: z.literal('notice'),
    text: sentenceSchema.nullable(),
    until: instantSchema.nullable(),
  }),
  z.object({ kind: z.literal('hide-name'), wallet: addressSchema }),
  /** `set`: figures by their paths (common/rules/change-rules.ts). `from` null: at once. */
  z.object({
    kind: z.literal('rules'),
    set: z.record(z.string(), z.int().positive()),
    from: instantSchema.nullable(),
  }),
  /** `wallet` null: of all. */
  z.object({ kind: z.literal('end-sessions'), wallet: addressSchema.nullable() }),
]);

/** An act with its circumstances: when, by the store's clock; by whom, and why. */
export const actEntrySchema = z.object({
  at: instantSchema,
  by: line('The name after --by'),
  why: line('The reason after --why'),
  act: actSchema,
});
export type ActEntry = z.output<typeof actEntrySchema>;

/** The same of any version: the act's kind may be one that this version doesn't know. */
export const anyEntrySchema = actEntrySchema.extend({ act: z.looseObject({ kind: z.string() }) });
export type AnyEntry = z.output<typeof anyEntrySchema>;
