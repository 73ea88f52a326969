/** Saved when the module loads, before any test fakes it. */
const realImmediate = setImmediate;

/** Lets this many turns of the event loop pass, in fake time too. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => {
      realImmediate(resolve);
    });
  }
}
