/** Atom feeds (RFC 4287). */
import { instantText } from '../../../common/values/instant.ts';
import { escaped } from './markup.ts';

export interface AtomEntry {
  /** Never that of another entry, and the same in every feed. */
  readonly id: string;
  readonly at: number;
  readonly title: string;
  readonly text: string;
  readonly author: string;
  /** The page that shows it. */
  readonly page: string;
}

interface AtomFeed {
  /** Its own URL, which is its id. */
  readonly self: string;
  readonly page: string;
  readonly icon: string;
  readonly title: string;
  readonly author: string;
  readonly updatedAt: number;
  readonly entries: readonly AtomEntry[];
}

export const ATOM = 'application/atom+xml; charset=utf-8';

export function atomFeed({
  self,
  page,
  icon,
  title,
  author,
  updatedAt,
  entries,
}: AtomFeed): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
${element('id', self)}
${element('title', title)}
${element('updated', instantText(updatedAt))}
${link('self', self)}
${link('alternate', page)}
${element('icon', icon)}
<author>${element('name', author)}</author>
${entries.map(entryOf).join('')}</feed>
`;
}

function entryOf({ id, at, title, text, author, page }: AtomEntry): string {
  return `<entry>
${element('id', id)}
${element('title', title)}
${element('updated', instantText(at))}
${element('published', instantText(at))}
${link('alternate', page)}
<author>${element('name', author)}${element('uri', page)}</author>
${element('content', text)}
</entry>
`;
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

function link(rel: 'self' | 'alternate', href: string): string {
  const type = rel === 'self' ? 'application/atom+xml' : 'text/html';
  return `<link rel="${rel}" type="${type}" href="${escaped(href)}"/>`;
}
