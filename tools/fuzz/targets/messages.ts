/** Sign-in messages: the parser against the reference implementation, and the whole of POST /api/session. */
import fc from 'fast-check';
import { SiweMessage } from 'siwe';
import { signInCall } from '../../../common/protocol/session.ts';
import { MalformedMessage, parseEip4361 } from '../../../server/game/sign-in/eip4361.ts';
import { anyMessage } from '../../../server/game/sign-in/testing/any-message.ts';
import { ask } from '../../../server/test/support/http-client.ts';
import { signInText } from '../../../server/test/support/sign-in.ts';
import { target } from '../target.ts';
import { anyCaller } from './shared.ts';

/** The limit within which every valid message is accepted. */
const MOST_CHARACTERS = 4096;
const MOST_RESOURCES = 20;

const anyEdit = fc.record({
  what: fc.constantFrom('drop', 'double', 'swap', 'insert', 'cut', 'replace'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  text: fc.oneof(
    fc.constantFrom('\n', '\r', ' ', '\u0000', '%', '%zz', '[', 'é', '\ud800', '- ', 'Nonce: ', 'Resources:', '::', '0'), // prettier-ignore
    fc.string({ maxLength: 12 }),
  ),
});
type Edit = typeof anyEdit extends fc.Arbitrary<infer E> ? E : never;

function edited(text: string, { what, at, text: insert }: Edit): string {
  const lines = text.split('\n');
  const i = Math.floor(at * (lines.length - 1));
  const line = lines[i] ?? '';
  const place = Math.floor(at * text.length);
  switch (what) {
    case 'drop':
      return lines.toSpliced(i, 1).join('\n');
    case 'double':
      return lines.toSpliced(i, 0, line).join('\n');
    case 'swap':
      return lines.toSpliced(i, 2, lines[i + 1] ?? '', line).join('\n');
    case 'insert':
      return text.slice(0, place) + insert + text.slice(place);
    case 'cut':
      return text.slice(0, place) + text.slice(place + 1 + insert.length);
    case 'replace':
      return lines.with(i, insert).join('\n');
  }
}

const anyText = fc
  .tuple(anyMessage, fc.array(anyEdit, { maxLength: 3 }))
  .map(([fields, edits]) => edits.reduce(edited, new SiweMessage(fields).prepareMessage()));

function parsedByReference(text: string): SiweMessage | null {
  try {
    return new SiweMessage(text);
  } catch {
    // The reason does not matter: only that it refuses is compared.
    return null;
  }
}

function parsedByOurs(text: string): ReturnType<typeof parseEip4361> | null {
  try {
    return parseEip4361(text);
  } catch (error) {
    if (error instanceof MalformedMessage) return null;
    throw error;
  }
}

export const PARSER_TARGET = target({
  name: 'messages',
  property: () =>
    fc.asyncProperty(anyText, async (text) => {
      const ours = parsedByOurs(text);
      const theirs = parsedByReference(text);
      if (theirs && !ours && isWithinBounds(text, theirs)) {
        throw new Error('a message that the reference implementation reads is refused');
      }
      if (!ours || !theirs) return;
      for (const name of ['domain', 'address', 'uri', 'nonce', 'chainId', 'issuedAt'] as const) {
        if (ours[name] !== theirs[name]) {
          throw new Error(`${name} is read as ${ours[name]}, not as ${theirs[name]}`);
        }
      }
    }),
});

function isWithinBounds(text: string, { resources }: SiweMessage): boolean {
  return text.length <= MOST_CHARACTERS && (resources ?? []).length <= MOST_RESOURCES;
}

/** Possible statuses for a message that nobody signed. */
const REFUSALS = new Set([400, 401, 413, 429, 503]);

export const SIGN_IN_TARGET = target({
  name: 'sign-in',
  property: ({ server, player }) =>
    fc.asyncProperty(
      fc.array(anyEdit, { maxLength: 3 }),
      fc.oneof(
        fc.constant(null),
        fc.constant(`0x${'5'.repeat(128)}1b`),
        fc.stringMatching(/^0x(?:[0-9a-f]{2}){0,200}$/),
        fc.string({ maxLength: 30 }),
      ),
      anyCaller,
      async (edits, forged, headers) => {
        const whole = await signInText(server.url, player.wallet, headers);
        const message = edits.reduce(edited, whole);
        // As bytes: a wallet refuses a lone surrogate, which JSON can carry.
        const signature = forged ?? (await player.signer.signMessage(Buffer.from(message)));
        const { status, text } = await ask(server.url, signInCall.path, {
          json: { message, signature },
          headers,
        });
        // An edited and signed message may still be valid for this server.
        if (forged === null && status === 200) return;
        if (!REFUSALS.has(status)) throw new Error(`answered ${status} ${text}`);
      },
    ),
});
