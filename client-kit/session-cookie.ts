/**
 * The session's cookie where the platform keeps none (Node, Deno, Bun). A browser shows a program
 * neither `Set-Cookie` nor `Cookie`, and keeps the cookie itself.
 */

/** What is stored between runs, as `localStorage` has it. */
export interface KeptTexts {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/** [PRO30] `__Host-` by https. */
const SESSION = /^(?:__Host-)?denaria-session=/;

/**
 * A fetch that sends the cookie, and follows what answers make of it.
 * @param storage keeps it between runs, under a name for each origin.
 */
export function withSessionCookie(
  origin: string,
  fetch: typeof globalThis.fetch,
  storage: KeptTexts | undefined,
): typeof globalThis.fetch {
  const key = `denaria-session ${origin}`;
  let cookie = storage?.getItem(key) ?? null;
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (cookie !== null) headers.set('Cookie', cookie);
    const response = await fetch(input, { ...init, headers });
    // Older browsers lack the method (README.md).
    const set = 'getSetCookie' in response.headers ? response.headers.getSetCookie() : [];
    for (const line of set.filter((one) => SESSION.test(one))) {
      const [pair = '', ...attributes] = line.split('; ');
      cookie = attributes.includes('Max-Age=0') ? null : pair;
      if (cookie === null) storage?.removeItem(key);
      else storage?.setItem(key, cookie);
    }
    return response;
  };
}
