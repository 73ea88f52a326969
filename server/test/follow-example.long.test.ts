/** examples/follow.py, as a stranger runs it beside a game that goes on. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { joining } from '../store/testing/fixtures.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { serverTest } from './support/server-test.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const EXAMPLES = join(ROOT, 'examples');
const FOLLOW = join(EXAMPLES, 'follow.py');
const PYTHON = join(ROOT, '.cache', 'python', 'bin', 'python');
const INSTALL_MS = 120_000;
const run = promisify(execFile);

/**
 * A Python with the packages that the example names, in the project's cache folder; null: there is
 * none.
 */
async function findPython(): Promise<string | null> {
  const imports = ['-c', 'import socketio, requests, cryptography'];
  if (
    await run(PYTHON, imports).then(
      () => true,
      () => false,
    )
  )
    return PYTHON;
  const [, packages = ''] = /pip install (.+)/.exec(readFileSync(FOLLOW, 'utf8')) ?? [];
  const names = packages.replaceAll('"', '').split(' ');
  try {
    await run('python3', ['-m', 'venv', join(ROOT, '.cache', 'python')], { timeout: INSTALL_MS });
    await run(PYTHON, ['-m', 'pip', 'install', '--quiet', ...names], { timeout: INSTALL_MS });
    await run(PYTHON, imports);
    return PYTHON;
  } catch (error) {
    const why = `examples/follow.py is not run: it needs Python 3.9 with ${packages} (${String(error).slice(0, 500)})`;
    if (process.env['CI']) throw new Error(why, { cause: error });
    console.warn(why);
    return null;
  }
}

const python = (await findPython()) ?? '';

/** What it says of an entry of which a bit is another. */
const WITH_ANOTHER_LEAF = `
import sys, requests
sys.path.insert(0, sys.argv[1])
from follow import prove
class Altering(requests.Session):
    def get(self, url):
        answer = super().get(url)
        if "/entries/" in url:
            answer._content = answer.content.replace(b'"kind":"dena-staked"', b'"kind":"dena-stakee"').replace(
                b'"kind":"nation-chosen"', b'"kind":"nation-choseo"')
        return answer
try:
    prove(Altering(), sys.argv[2], sys.argv[3])
except AssertionError as wrong:
    print(wrong)
`;

/** More leaves than a tile has hashes. */
const BEFORE = 600;
const TICKS = 8;

serverTest.skipIf(!python)(
  'examples/follow.py checks the digests of a running game, and a leaf in a tree of several levels',
  async ({ startServer }) => {
    const store = openMemoryStore();
    for (let n = 1; n <= BEFORE; n += 1) await store.commit(joining(walletOf(n)), 0, null);
    const server = await startServer({ store });
    const child = spawn(python, [FOLLOW, server.url, String(TICKS)]);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    const exit = once(child, 'exit');
    for (let n = 0; child.exitCode === null && n < 100; n += 1) {
      const player = await server.player(dena(5000));
      await player.post('/api/player-nation', { nationId: NATION_IDS[n % 4] });
      await player.post('/api/dena/stake', { amount: String(10 * (n + 1)) });
      await sleep(200);
    }
    expect(await exit, output).toEqual([0, null]);
    const [, n, size] =
      /\nchecked: 8 of 8 digests agree; leaf (\d+) is in the tree of (\d+) leaves that localhost\/denaria signed\n$/.exec(
        output,
      ) ?? [];
    expect(Number(n), output).toBeGreaterThan(BEFORE);
    expect(Number(size)).toBeGreaterThan(Number(n));
    const rev = /\n([0-9a-f]{16}): [^\n]*\nchecked/.exec(output)?.[1] ?? '';
    const again = await run(python, ['-c', WITH_ANOTHER_LEAF, EXAMPLES, server.url, rev]);
    expect(again.stdout).toBe(`leaf ${n} is not in the signed tree\n`);
  },
);
