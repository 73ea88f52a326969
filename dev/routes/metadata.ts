/**
 * GET /dev/metadata/{collection}/{id}.json and .svg: the metadata and the pictures of the development NFTs.
 */
import { Router, type RequestHandler } from 'express';
import { culturalPlate } from '../../client/plates/cultural-plate.ts';
import { nationalPlate } from '../../client/plates/national-plate.ts';
import { Problem } from '../../server/http/problem.ts';
import { metadataOf, type Collection } from '../nft-art/metadata.ts';
import { tokenFacts, type TokenFacts } from '../nft-art/tokens.ts';

const DRAW: Readonly<Record<Collection, (facts: TokenFacts) => string>> = {
  national: ({ nationId, national: { territoryKm2, production } }) =>
    nationalPlate(nationId, {
      territory: `${territoryKm2} km²`,
      production: `+${production.toFixed(2)}×`,
    }),
  cultural: ({ nationId }) => culturalPlate(nationId),
};

export function metadataRoutes(): Router {
  const router = Router();
  for (const collection of ['national', 'cultural'] as const) {
    const base = `/dev/metadata/${collection}`;
    // Cached: drawing a plate takes a moment.
    const drawn = new Map<TokenFacts, string>();
    router.get(`${base}/:id.json`, forEveryone, (request, response) => {
      const id = String(request.params['id']);
      const facts = known(id);
      const image = `${request.protocol}://${request.get('host')}${base}/${id}.svg`;
      response.json(metadataOf(collection, facts, image));
    });
    router.get(`${base}/:id.svg`, forEveryone, (request, response) => {
      const facts = known(String(request.params['id']));
      const picture = drawn.get(facts) ?? DRAW[collection](facts);
      drawn.set(facts, picture);
      response
        // The plate contains its own styles and font, and needs nothing else.
        .set(
          'Content-Security-Policy',
          "default-src 'none'; style-src 'unsafe-inline'; font-src data:",
        )
        .type('image/svg+xml')
        .send(picture);
    });
  }
  return router;
}

function known(id: string): TokenFacts {
  const facts = tokenFacts(id);
  if (!facts) throw new Problem('not-found', 'There is no such token: ids run from 1 to 4.');
  return facts;
}

/** Wallets and other pages read them too, including the game under another loopback name. */
const forEveryone: RequestHandler = (_request, response, next) => {
  response.set({
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'max-age=60',
  });
  next();
};
