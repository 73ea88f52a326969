/** Formats figures as the audit prints them. */

export function number(value: number | bigint): string {
  return value.toLocaleString('en-US');
}

export function dollars(value: number | bigint): string {
  return `$${number(value)}`;
}
