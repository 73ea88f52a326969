/** The developer bar's calls to the server's /dev routes. */
import type { z } from 'zod';

/** @throws Error with the server's sentence if it refuses */
export async function ask<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
  return read(await send(path), schema);
}

/** @throws Error with the server's sentence if it refuses */
export async function tell<S extends z.ZodType>(
  path: string,
  body: object,
  schema: S,
): Promise<z.output<S>> {
  const headers = { 'Content-Type': 'application/json' };
  return read(await send(path, { method: 'POST', headers, body: JSON.stringify(body) }), schema);
}

async function send(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (cause) {
    throw new Error('The development server does not answer. Is it still running?', { cause });
  }
}

async function read<S extends z.ZodType>(response: Response, schema: S): Promise<z.output<S>> {
  if (!response.ok) throw new Error(await response.text());
  return schema.parse(await response.json());
}
