/** Amounts of DENA: wei inside, decimal text in whole DENA on the wire. */
export const WEI = 10n ** 18n;

/** @throws Error for what is no plain decimal. */
export function wei(text: string): bigint {
  const parts = /^(\d+)(?:\.(\d{1,18}))?$/.exec(text);
  if (!parts) throw new Error(`${text} is no amount of DENA`);
  return BigInt(parts[1] ?? '0') * WEI + BigInt((parts[2] ?? '').padEnd(18, '0'));
}

/** The shortest text of an amount. */
export function denaText(amount: bigint): string {
  const fraction = (amount % WEI).toString().padStart(18, '0').replace(/0+$/, '');
  return `${amount / WEI}${fraction && `.${fraction}`}`;
}
