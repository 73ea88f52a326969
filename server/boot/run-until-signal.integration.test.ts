/** How a process answers signals, from its first moment on: each case is a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { runnable } from '../../tools/test/programs.ts';

const MODULE = runnable(fileURLToPath(new URL('run-until-signal.ts', import.meta.url)));

const children: ReturnType<typeof spawn>[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Runs a program that has `runUntilSignal`, `giveUp` and `say`, until it says its first word. */
async function run(program: string, { inShell = false } = {}) {
  const code = `
    import { runUntilSignal, giveUp } from ${JSON.stringify(pathToFileURL(MODULE.file).href)};
    import { setTimeout as sleep } from 'node:timers/promises';
    const say = (word) => process.stdout.write(word + '\\n');
    const lost = new Promise(() => {});
    const signalled = () => new Promise((resolve) => process.once('SIGTERM', resolve));
    // A server that nobody closes would run on.
    const open = setInterval(() => {}, 1000);
    ${program}
  `;
  const args = [...MODULE.execArgv, '--input-type=module', '--eval', code];
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  // As npm runs a script; a shell with more than one command stays beside it.
  const child = inShell
    ? spawn('sh', ['-c', '"$0" "$@"; :', process.execPath, ...args], {
        stdio,
        env: { ...process.env, npm_lifecycle_event: 'start' },
      })
    : spawn(process.execPath, args, { stdio });
  children.push(child);
  const exit = once(child, 'exit');
  const said = text(child.stdout);
  const errors = text(child.stderr);
  await once(child.stdout, 'data');
  return {
    signal: (name: NodeJS.Signals) => child.kill(name),
    ended: async () => {
      const [exitCode] = await exit;
      return {
        code: exitCode as unknown,
        said: (await said).trim().split('\n'),
        errors: await errors,
      };
    },
  };
}

test('a signal before the server listens ends the process at once, with 0', async () => {
  const { signal, ended } = await run(`
    await runUntilSignal(async () => {
      say('starting');
      await sleep(60_000);
    });
  `);
  signal('SIGTERM');
  expect(await ended()).toMatchObject({ code: 0, said: ['starting'] });
});

test('a signal between its first caller and the end of its start closes it gracefully', async () => {
  const { signal, ended } = await run(`
    await runUntilSignal(async (onListening) => {
      onListening();
      say('listening');
      await signalled();
      say('started');
      return { lost, close: async () => say('closed') };
    });
  `);
  signal('SIGTERM');
  expect(await ended()).toMatchObject({ code: 0, said: ['listening', 'started', 'closed'] });
});

test('a second signal ends a shutdown that takes long; the same one twice is one', async () => {
  const { signal, ended } = await run(`
    await runUntilSignal(async () => ({
      lost,
      async close() {
        say('closing');
        process.kill(process.pid, 'SIGINT');
        await sleep(1100);
        say('still closing');
        process.kill(process.pid, 'SIGINT');
        await sleep(60_000);
      },
    }));
    say('serving');
  `);
  signal('SIGHUP');
  expect(await ended()).toMatchObject({ code: 1, said: ['serving', 'closing', 'still closing'] });
});

test.skipIf(process.platform === 'win32')(
  'the end of the shell that npm runs it in closes it gracefully',
  async () => {
    const { signal, ended } = await run(
      `
      await runUntilSignal(async () => ({ lost, close: async () => say('closed') }));
      say('serving');
    `,
      { inShell: true },
    );
    signal('SIGTERM');
    expect((await ended()).said).toEqual(['serving', 'closed']);
  },
);
