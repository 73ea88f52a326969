/** What other sites show for a link to a page: its Open Graph tags and its description. */
import { nationAlternates } from '../../common/values/alternates.ts';
import { NATION_LIST, type Nation } from '../../common/values/nations.ts';
import { PRODUCT_NAME } from '../../common/values/product.ts';
import { alternateLink } from '../../server/http/formats/markup.ts';
import { LINKS_PLACEHOLDER, ORIGIN_PLACEHOLDER } from '../../server/http/page-template.ts';
import { nationPage, type PagePath } from '../../server/http/pages.ts';

type Tag = 'description' | 'og:title' | 'og:description' | 'og:image' | 'og:image:alt';

const NATION_TAGS = new Map<PagePath, Partial<Record<Tag, string>>>(
  NATION_LIST.map((nation) => [nationPage(nation.id), tagsOf(nation)]),
);

function tagsOf({ id, name }: Nation): Partial<Record<Tag, string>> {
  const description = `How ${name} stands against the other nations, live: its GDP, its ranking, its President and who is next.`;
  return {
    description,
    'og:title': `${name} in ${PRODUCT_NAME}`,
    'og:description': description,
    'og:image': `${ORIGIN_PLACEHOLDER}/share-card-${id}.png`,
    'og:image:alt': `${name}, engraved: its outline with its capital`,
  };
}

const PLAYER_TEXT = `A player of ${PRODUCT_NAME}: rank, GDP and every stake that it is made of, live.`;

/** For all players' pages, which are one file: where it is known, the server says whose it is. */
const PLAYER_TAGS: Partial<Record<Tag, string>> = {
  description: PLAYER_TEXT,
  'og:title': `Player · ${PRODUCT_NAME}`,
  'og:description': PLAYER_TEXT,
};

/** What the page has in its head beside its tags. */
export function headLinks(page: PagePath): string {
  const nation = NATION_LIST.find(({ id }) => nationPage(id) === page);
  if (nation) return nationAlternates(nation.id).map(alternateLink).join('');
  return page === '/ranking' || page === '/player' ? LINKS_PLACEHOLDER : '';
}

/**
 * The page with its own tags instead of the general ones.
 * @throws Error if index.html lacks such a tag, or has two.
 */
export function withShareTags(html: string, page: PagePath): string {
  const tags = page === '/player' ? PLAYER_TAGS : (NATION_TAGS.get(page) ?? {});
  return Object.entries(tags).reduce((text, [tag, content]) => {
    const place = new RegExp(`(<meta\\s+(?:name|property)="${tag}"\\s+content=")[^"]*(")`, 'g');
    if ([...text.matchAll(place)].length !== 1)
      throw new Error(`index.html does not have exactly one ${tag}`);
    return text.replace(place, (_, before: string, after: string) => before + content + after);
  }, html);
}
