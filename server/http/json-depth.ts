/** How deep a JSON text goes, before it is parsed: depth costs the garbage collector far more than length. */

const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] =
  Buffer.from('"\\[]{}');

/** No call's body has more than two levels. */
const MOST_LEVELS = 32;

/** @param text UTF-8, or what is no JSON at all: that is the parser's to refuse. */
export function isTooDeep(text: Buffer): boolean {
  let levels = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (isInString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      levels += 1;
      if (levels > MOST_LEVELS) return true;
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) levels -= 1;
  }
  return false;
}

/** Refuses such a body on its way to the parser. */
export function refuseTooDeep(_request: unknown, _response: unknown, text: Buffer): void {
  if (isTooDeep(text)) throw Object.assign(new Error('the JSON is too deep'), { type: TOO_DEEP });
}

/** The type of its error, as body-parser names those of its own. */
export const TOO_DEEP = 'entity.too.deep';
