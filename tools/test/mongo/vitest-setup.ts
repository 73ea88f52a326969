/**
 * One MongoDB per test run, started when the first suite asks for it and stopped with the run. The
 * suites run in separate processes, so they ask over HTTP. If there is none, CI fails; on other
 * machines the suites are skipped, and the last lines of the run say how to get one.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { TestProject } from 'vitest/node';
import { findMongod, type FoundMongod } from './find-mongod.ts';
import { startTestSet, type TestSet } from './test-set.ts';

/** Placeholder for the database's name in the connection string. */
export const DATABASE_PLACEHOLDER = 'DATABASE_OF_THE_TEST';

export type SharedSet =
  { readonly found: true; readonly uri: string } | Extract<FoundMongod, { found: false }>;

declare module 'vitest' {
  interface ProvidedContext {
    mongoLauncher: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let mongod: Promise<FoundMongod> | null = null;
  let starting: Promise<{ readonly answer: SharedSet; readonly set: TestSet | null }> | null = null;

  const findOnce = () => (mongod ??= findMongod());
  const answer = async (path: string | undefined): Promise<FoundMongod | SharedSet> => {
    if (path === '/mongod') return findOnce();
    starting ??= sharedSet(findOnce);
    const { answer: shared } = await starting;
    return shared;
  };
  const launcher = createServer((request, response) => {
    void serve(response, () => answer(request.url));
  });
  await new Promise<void>((resolve) => {
    launcher.listen(0, '127.0.0.1', resolve);
  });
  const address = launcher.address();
  if (address === null || typeof address === 'string') throw new Error('the launcher has no port');
  project.provide('mongoLauncher', `http://127.0.0.1:${address.port}`);

  return async () => {
    launcher.closeAllConnections();
    launcher.close();
    const { set = null, answer: shared = null } = (await starting) ?? {};
    await set?.stop();
    if (shared?.found === false) console.warn(`The MongoDB suites were skipped: ${shared.why}`);
  };
}

async function serve(
  response: ServerResponse,
  answer: () => Promise<FoundMongod | SharedSet>,
): Promise<void> {
  try {
    const found = await answer();
    response.end(JSON.stringify(found));
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  }
}

async function sharedSet(
  findOne: () => Promise<FoundMongod>,
): Promise<{ readonly answer: SharedSet; readonly set: TestSet | null }> {
  const given = process.env['MONGODB_TEST_URI'];
  if (given) return { answer: { found: true, uri: withPlaceholder(given) }, set: null };
  const found = await findOne();
  if (!found.found) return { answer: found, set: null };
  const set = await startTestSet({ mongod: found.mongod, nodes: 1 });
  return { answer: { found: true, uri: set.uri(DATABASE_PLACEHOLDER) }, set };
}

/** Inserts the database placeholder into a connection string, and keeps its authSource. */
function withPlaceholder(uri: string): string {
  const parts = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(uri);
  if (!parts)
    throw new Error('MONGODB_TEST_URI is not a connection string such as mongodb://host:27017/');
  const [, hosts, database, given] = parts;
  const options = new URLSearchParams(given);
  if (database && !options.has('authSource')) options.set('authSource', database);
  return `${hosts}/${DATABASE_PLACEHOLDER}?${options}`;
}
