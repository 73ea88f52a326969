/** Amounts of DENA: wei internally, decimal text in whole DENA on the wire. */
export const WEI = 10n ** 18n;

/** @throws Error if the text is not a plain decimal. */
export function wei(text: string): bigint {
  const parts = /^(\d+)(?:\.(\d{1,18}))?$/.exec(text);
  if (!parts) throw new Error(`${text} is not an amount of DENA`);
  return BigInt(parts[1] ?? '0') * WEI + BigInt((parts[2] ?? '').padEnd(18, '0'));
}

/** The shortest text for an amount. */
export function denaText(amount: bigint): string {
  const fraction = (amount % WEI).toString().padStart(18, '0').replace(/0+$/, '');
  return `${amount / WEI}${fraction && `.${fraction}`}`;
}
