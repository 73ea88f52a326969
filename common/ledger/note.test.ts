import { describe, expect, test } from 'vitest';
import {
  checkpointText,
  fromBase64,
  openCheckpoint,
  openNote,
  parseCheckpoint,
  parseVerifier,
  signerOf,
  signNote,
  toBase64,
  verifierText,
} from './note.ts';
import { leafHash } from './tree.ts';

/**
 * The example of golang.org/x/mod/sumdb/note, where the format comes from: its keys, text and
 * signature.
 */
const GO = {
  verifier: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  seed: 'AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
  text: 'If you think cryptography is the answer to your problem,\nthen you don’t know what your problem is.\n'.replace(
    '’',
    "'",
  ),
  signature:
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
};
const goSigner = signerOf('PeterNeumann', fromBase64(GO.seed)?.subarray(1) ?? new Uint8Array());
const goNote = `${GO.text}\n${GO.signature}`;

const signer = signerOf('play.example/denaria', new Uint8Array(32).fill(7));
const checkpoint = {
  origin: 'play.example/denaria',
  size: 42,
  root: leafHash(new Uint8Array()),
};
const note = signNote(checkpointText(checkpoint), signer);

describe('a signed note', () => {
  test('is, byte for byte, what Go’s package signs', () => {
    expect(verifierText(goSigner)).toBe(GO.verifier);
    expect(signNote(GO.text, goSigner)).toBe(goNote);
    expect(openNote(goNote, parseVerifier(GO.verifier))).toBe(GO.text);
  });

  test('may have more signatures and empty lines', () => {
    const text = 'a\n\nb\n';
    const twice = signNote(text, signer) + GO.signature;
    expect(openNote(twice, signer)).toBe(text);
    expect(() => openNote(twice, goSigner)).toThrow('wrong');
  });

  test.each([
    ['no signature', `${GO.text}\n`],
    ['no empty line', GO.text + GO.signature],
    ['a missing end', goNote.slice(0, -1)],
    ['something behind it', `${goNote}x`],
    ['a control character', goNote.replace('answer', 'ans\twer')],
    ['base64 with a blank', goNote.replace('x08go', 'x08 go')],
  ])('with %s is refused', (_, changed) => {
    expect(() => openNote(changed, goSigner)).toThrow(/./);
  });

  test('with any other character is refused, and so is a verifier key', () => {
    const changedAt = (text: string, i: number) =>
      text.slice(0, i) + String.fromCharCode(text.charCodeAt(i) + 1) + text.slice(i + 1);
    for (let i = 0; i < goNote.length; i += 1) {
      expect(() => openNote(changedAt(goNote, i), goSigner), String(i)).toThrow(/./);
    }
    for (let i = 0; i < GO.verifier.length; i += 1) {
      expect(() => parseVerifier(changedAt(GO.verifier, i)), String(i)).toThrow(/./);
      expect(() => parseVerifier(GO.verifier.slice(0, i))).toThrow(/./);
    }
  });
});

describe('a checkpoint', () => {
  test('is an origin, a size and a root', () => {
    expect(checkpointText(checkpoint)).toBe(
      `play.example/denaria\n42\n${toBase64(checkpoint.root)}\n`,
    );
    expect(openCheckpoint(note, signer)).toEqual(checkpoint);
  });

  test('of another origin than its key’s is refused', () => {
    const foreign = signNote(checkpointText({ ...checkpoint, origin: 'else.example' }), signer);
    expect(() => openCheckpoint(foreign, signer)).toThrow('else.example');
  });

  test.each(['', 'a\n', 'a\n01\nAAAA\n', 'a\n-1\n', 'a\n1\nAAAA\n', '\n1\n', 'a\n1e3\n'])(
    '%j is none',
    (text) => {
      expect(() => parseCheckpoint(text)).toThrow('not a checkpoint');
    },
  );
});
