/**
 * Servers that break one promise each, on purpose, so that the checker is seen to find it: what
 * stands in front of a right one, and answers for it.
 */
export type Send = (path: string, init: RequestInit) => Promise<Response>;
export type WrongServer = (send: Send) => Send;

/** Every so many commands it is wrong. */
const SELDOM = 5;
const OLD_MS = 500;

export const WRONG_SERVERS: Readonly<Record<string, WrongServer>> = {
  'answers from an old cache, whatever a read asks for': (send) => {
    const cache = new Map<string, { readonly text: string; readonly at: number }>();
    return async (path, init) => {
      const answer = await send(path, init);
      if (answer.status !== 200 || !path.startsWith('/api/player-nation/')) return answer;
      const text = await answer.text();
      const cached = cache.get(path);
      const isOld = cached === undefined || performance.now() - cached.at > OLD_MS;
      if (isOld) cache.set(path, { text, at: performance.now() });
      // Under the revision that the right server names.
      return new Response(isOld ? text : cached.text, answer);
    };
  },

  'acknowledges a stake and loses it': (send) => {
    let stakes = 0;
    let last: object | null = null;
    return async (path, init) => {
      if (path !== '/api/dena/stake') return send(path, init);
      stakes += 1;
      if (last && stakes % SELDOM === 0) {
        const { headers } = await send('/api/leaderboard?limit=1', {});
        const { walletAddress, amount } = await new Response(init.body).json();
        return Response.json(
          { ...last, id: `lost-${stakes}`, walletAddress, stakedAmount: String(amount) },
          { status: 201, headers: revisionIn(headers) },
        );
      }
      const answer = await send(path, init);
      if (answer.status === 201) last = await answer.clone().json();
      return answer;
    };
  },

  'applies a trade twice': (send) => {
    let trades = 0;
    return async (path, init) => {
      const answer = await send(path, init);
      if (path === '/api/trade' && answer.status === 200 && (trades += 1) % SELDOM === 0) {
        const headers = new Headers(init.headers);
        headers.set('Idempotency-Key', `again-${trades}`);
        await send(path, { ...init, headers });
      }
      return answer;
    };
  },
};

function revisionIn(headers: Headers): Record<string, string> {
  const names = ['X-Board-Epoch', 'X-Board-Rev'];
  return Object.fromEntries(names.map((name) => [name, headers.get(name) ?? '']));
}
