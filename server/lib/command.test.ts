import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OperatorError, runCommand } from './command.ts';

const EXIT = { refused: 7, unknown: 9 };
const others = process.listeners('uncaughtException');
const own = () => process.listeners('uncaughtException').filter((one) => !others.includes(one));

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => {
  process.exitCode = undefined;
  for (const listener of own()) process.off('uncaughtException', listener);
  vi.restoreAllMocks();
});

const exitCode = () => process.exitCode;

test('a command ends with the code that it comes to, and before that with the one that says nothing', async () => {
  runCommand(async () => 0, EXIT);
  expect(exitCode()).toBe(EXIT.unknown);
  await expect.poll(exitCode).toBe(0);
});

test.each([
  ['what it refuses with a reason', new OperatorError('No.'), EXIT.refused, 'No.'],
  ['a bug', new TypeError('a bug'), EXIT.unknown, new TypeError('a bug')],
])('a command ends after %s with its own code', async (_, error, code, said) => {
  runCommand(() => Promise.reject(error), EXIT);
  await vi.waitFor(() => expect(console.error).toHaveBeenCalledWith(said));
  expect(exitCode()).toBe(code);
});

test('a command that something else ends, such as a closed pipe, has said nothing either', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended');
  });
  runCommand(async () => 0, EXIT);
  await expect.poll(exitCode).toBe(0);
  const end = () => own().forEach((on) => on(new Error('write EPIPE'), 'uncaughtException'));
  expect(end).toThrow('ended');
  expect(exit).toHaveBeenCalledWith(EXIT.unknown);
});
