/** Which week a page is about. Pure. */
import { weekOf } from '../../../../common/values/week.ts';
import { WEEKS } from '../paths.ts';

/**
 * The number of the week whose page an address is; null if it is another page, or names no week. The list of weeks and a wall
 * screen that names none are about the one that runs.
 */
export function weekOfPage(pathname: string, search: string, thisWeek: number): number | null {
  const [, page = '', id] = pathname.toLowerCase().split('/');
  const params = new URLSearchParams(search);
  const named = weekOf((id ?? params.get('season') ?? '').trim().toUpperCase());
  if (`/${page}` === WEEKS) return id ? named : thisWeek;
  if (page !== 'ranking') return null;
  if (params.get('screen') === 'tv') return named ?? thisWeek;
  return params.has('at') ? null : named;
}
