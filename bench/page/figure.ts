/** A figure of a page, with the target that it has to reach, if there is one. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly least?: number;
  readonly most?: number;
}

export function figureText({ name, value, unit, least, most }: Figure): string {
  const isMet = value >= (least ?? -Infinity) && value <= (most ?? Infinity);
  const target = least === undefined ? most && `≤ ${most}` : `≥ ${least}`;
  const verdict = target === undefined ? '' : `  ${isMet ? 'reached' : 'MISSED'} ${target}`;
  const shown = value.toLocaleString('en-US', { maximumSignificantDigits: 4 });
  return `  ${name.padEnd(60)}  ${shown} ${unit}${verdict}`.trimEnd();
}
