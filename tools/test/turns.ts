/** Taken when the module loads, before any test fakes it. */
const realImmediate = setImmediate;

/** Lets so many turns of the event loop go by, in fake time too. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => {
      realImmediate(resolve);
    });
  }
}
