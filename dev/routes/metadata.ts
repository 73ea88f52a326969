/**
 * GET /dev/metadata/{collection}/{id}.json and .svg: the metadata and the pictures of the
 * development NFTs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Router, type RequestHandler } from 'express';
import { nationInText, NATIONS } from '../../common/values/nations.ts';
import { nftName } from '../../common/values/nft-names.ts';
import { PRODUCT_NAME } from '../../common/values/product.ts';
import type { Rules } from '../../common/values/rules.ts';
import { Problem } from '../../server/http/problem.ts';
import { tokenFacts, type Collection, type TokenFacts } from '../nft-tokens.ts';

/** npm runs development in the project's folder; a bundled game has no folder of its own. */
const PLATES = join(process.cwd(), 'client/src/ui/atlas/plates');

/** @param rules in force. */
export function metadataRoutes(rules: () => Rules): Router {
  const router = Router();
  for (const collection of ['national', 'cultural'] as const) {
    const base = `/dev/metadata/${collection}`;
    router.get(`${base}/:id.json`, forEveryone, (request, response) => {
      const id = String(request.params['id']);
      const facts = known(id);
      const image = `${request.protocol}://${request.get('host')}${base}/${id}.svg`;
      response.json(metadataOf(collection, facts, image, rules()));
    });
    router.get(`${base}/:id.svg`, forEveryone, (request, response) => {
      const facts = known(String(request.params['id']));
      response
        // The plate contains its own styles and font, and needs nothing else.
        .set(
          'Content-Security-Policy',
          "default-src 'none'; style-src 'unsafe-inline'; font-src data:",
        )
        .type('image/svg+xml')
        .send(pictureOf(collection, facts));
    });
  }
  return router;
}

/** In the format of ERC-1155. @param imageUrl absolute, as wallets and marketplaces require. */
function metadataOf(collection: Collection, facts: TokenFacts, imageUrl: string, rules: Rules) {
  const nation = NATIONS[facts.nationId];
  const origin = { trait_type: 'Nation', value: nation.name };
  if (collection === 'national') {
    const { territoryKm2, production } = facts.national;
    return {
      name: nftName(collection, nation.id),
      description: `A plate of ${PRODUCT_NAME}’s atlas. Staked, each copy adds ${territoryKm2} km² of territory and +${production.toFixed(2)}× production to ${nationInText(nation.id)}.`,
      image: imageUrl,
      attributes: [
        origin,
        { trait_type: 'Territory (km²)', value: territoryKm2 },
        { trait_type: 'Production (×)', value: production },
      ],
    };
  }
  const { description, place, year } = facts.cultural;
  const bonus = rules.culturalGdpBonus[nation.id];
  return {
    name: nftName(collection, nation.id),
    description: `${description} Staked, each copy adds $${bonus.toLocaleString('en-US')} to the GDP of ${nationInText(nation.id)}.`,
    image: imageUrl,
    attributes: [
      origin,
      { trait_type: 'Place', value: place },
      { trait_type: 'Year', value: year },
      { trait_type: 'Cultural GDP bonus ($)', value: bonus },
    ],
  };
}

/** The pages' plate, with the token's own figures. */
function pictureOf(collection: Collection, { nationId, national }: TokenFacts): string {
  const plate = readFileSync(join(PLATES, `${collection}-${nationId}.svg`), 'utf8');
  if (collection === 'cultural') return plate;
  const texts = {
    territory: `${national.territoryKm2} km²`,
    'territory-note': 'of territory',
    production: `+${national.production.toFixed(2)}×`,
    'production-note': 'production',
  };
  return plate.replaceAll(
    /(?<=<text id="([a-z-]+)"[^>]*>)[^<]*/g,
    (text, id: string) => Object.entries(texts).find(([of]) => of === id)?.[1] ?? text,
  );
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
