/** The badge at the end of a ranking row [SCR45]: 'Top N' for ranks up to 10, otherwise '#rank'. */
export function rankBadge(rank: number): string {
  return rank <= 10 ? `Top ${rank}` : `#${rank}`;
}
