/** Texts of strangers within XML and HTML. */
import type { Address } from '../../../common/values/address.ts';
import type { Alternate } from '../../../common/values/alternates.ts';
import { shortAddress } from '../../../common/values/short-address.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What XML 1.0 has no way to write; the same in HTML, so that both show the same. */
// oxlint-disable-next-line no-control-regex -- these are what is meant
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** As the content of an element, or as an attribute's value in quotes. */
export function escaped(text: string): string {
  return text.replace(UNWRITABLE, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** For a page's head. */
export function alternateLink({ type, title, href }: Alternate): string {
  return `<link rel="alternate" type="${type}" href="${escaped(href)}" title="${escaped(title)}">`;
}

/** Marks that turn the direction of the text after them. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What a player is called where nothing keeps their name apart from the words beside it. */
export function calledBy(name: string | null, wallet: Address): string {
  return name?.replace(TURNS, '').replace(/\s+/g, ' ').trim() || shortAddress(wallet);
}
