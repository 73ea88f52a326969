/**
 * How deeply a JSON text is nested, checked before it is parsed: depth costs the garbage collector
 * far more than length.
 */

const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] =
  Buffer.from('"\\[]{}');

/** No call's body has more than two levels. */
const MOST_LEVELS = 32;

/** @param text UTF-8; text that is not JSON is left for the parser to refuse. */
function isTooDeep(text: Buffer): boolean {
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

/** Refuses what the parser would take: a body that is too deep, or in UTF-7, UTF-16 or UTF-32. */
export function refuseOddText(
  _request: unknown,
  _response: unknown,
  text: Buffer,
  charset: string,
): void {
  if (charset !== 'utf-8') {
    throw Object.assign(new Error('the JSON is not in UTF-8'), { type: 'charset.unsupported' });
  }
  if (isTooDeep(text)) throw Object.assign(new Error('the JSON is too deep'), { type: TOO_DEEP });
}

/** The type of its error, in the style of body-parser's own types. */
export const TOO_DEEP = 'entity.too.deep';
