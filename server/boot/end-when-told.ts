/** How a process of the game ends: in order at the first signal, at once at the second. */

/** Whoever told it to end does not wait for ever: past this it was no end in order. */
const END_MS = 9800;

/** Closes the server when a signal asks for it, and ends the process: with 0 after an end in order. */
export function endWhenTold(server: { close(): Promise<void> }): void {
  let ending = false;
  const end = async () => {
    // A second signal, from an impatient operator.
    if (ending) process.exit(1);
    ending = true;
    setTimeout(() => {
      giveUp('The server did not end in time.');
    }, END_MS).unref();
    await server.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      end().catch(giveUp);
    });
  }
}

/** Ends the process with what an operator should read of its failure. */
export function giveUp(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
