/** The lists of docs/reference.md: calls as in GET /api/openapi.json. */
import { z } from 'zod';
import { BUILDER_CALLS } from '../../common/protocol/builders.ts';
import type { Call } from '../../common/protocol/call.ts';
import { CALLS } from '../../common/protocol/calls.ts';
import { MIN_PROTOCOL_VERSION, PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import { HTTP_REFUSALS } from '../../common/protocol/refusals.ts';
import { pointsOf } from '../../server/http/limits.ts';

const PLACED = { list: 'placed with count', state: 'placed', present: 'placed if present' };

export function version(): string {
  return `Version ${PROTOCOL_VERSION}. The lowest that is served is ${MIN_PROTOCOL_VERSION}.`;
}

/** One line each, with the first sentence of what OpenAPI says. */
export function calls(): string {
  return CALLS.map(line).join('\n');
}

export function builderCalls(): string {
  return BUILDER_CALLS.map(line).join('\n');
}

function line({ method, path, summary, needsSession, placed, query, answers }: Call): string {
  const parameters = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  const asked = parameters.length > 0 ? ` (${list(parameters)})` : '';
  const statuses = Object.keys(answers).filter((status) => status !== '200');
  const notes = [
    ...(needsSession ? ['session'] : []),
    ...(placed ? [PLACED[placed]] : []),
    ...(statuses.length > 0 ? [statuses.join(' or ')] : []),
    `${pointsOf({ method, url: path })}`,
  ];
  const [what = ''] = summary.split(/(?<=\.) /);
  return `- \`${method} ${path}\`${asked}: ${what} _${notes.join('; ')}_`;
}

const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/** The codes, by status. */
export function refusals(): string {
  const statuses = [...new Set(Object.values(HTTP_REFUSALS))].toSorted((a, b) => a - b);
  return statuses
    .map((status) => {
      const codes = Object.entries(HTTP_REFUSALS).filter(([, its]) => its === status);
      return `- ${status}: ${list(codes.map(([code]) => code))}`;
    })
    .join('\n');
}
