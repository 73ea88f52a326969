/** docs/protocol.md keeps up with the protocol, and every rule of it has a test that names it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CALLS } from '../../common/protocol/calls.ts';
import { CLIENT_MESSAGES, SERVER_MESSAGES } from '../../common/protocol/live.ts';
import { PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import { ROOT } from './files.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const DOCUMENT = read('docs/protocol.md');

/** Tables are padded by the formatter. */
const cells = DOCUMENT.split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('the protocol’s document', () => {
  test('has a row for each call, each message and each version', () => {
    const named = new Set(cells.flat());
    const calls = CALLS.map(
      ({ method, path }) => `\`${method} ${path.replace('{walletAddress}', '{wallet}')}\``,
    );
    const messages = Object.keys({ ...CLIENT_MESSAGES, ...SERVER_MESSAGES }).map(
      (name) => `\`${name}\``,
    );
    const versions = Array.from({ length: PROTOCOL_VERSION }, (_, i) => String(i + 1));
    const missing = [...calls, ...messages, ...versions].filter((name) => !named.has(name));
    expect(missing).toEqual([]);
    expect(DOCUMENT).toContain(`protocol version ${PROTOCOL_VERSION}.`);
  });

  test('says for each rule which tests carry it, and they name it', () => {
    const rules = [...DOCUMENT.matchAll(/\*\*\[(PRO\d+)\]\*\*/g)].map(([, rule = '']) => rule);
    expect(rules).toEqual(rules.map((_, i) => `PRO${i + 1}`));
    const rows = cells.filter(([, first = '']) => first.startsWith('[PRO'));
    expect(rows.flatMap(([, first = '']) => first.match(/PRO\d+/g))).toEqual(rules);
    const silent = rows.flatMap(([, first = '', tests = '']) =>
      [...tests.matchAll(/`([^`]+)`/g)].flatMap(([, file = '']) => {
        const numbers = existsSync(join(ROOT, file)) ? numbersIn(read(file)) : new Set();
        const isNamed = first.match(/PRO\d+/g)?.every((rule) => numbers.has(rule));
        return isNamed ? [] : [`${first} ${file}`];
      }),
    );
    expect(silent).toEqual([]);
  });
});

/** The rules that a file names, ranges written out. */
function numbersIn(text: string): ReadonlySet<string> {
  const named = text.matchAll(/PRO(\d+)(?:–(\d+))?/g);
  return new Set(
    [...named].flatMap(([, first, last = first]) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `PRO${Number(first) + i}`),
    ),
  );
}
