/**
 * Compiles the game's contracts. This takes seconds and megabytes, so it runs once, in its own process: the
 * result is cached under the hash of all its inputs.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { LocalChainError } from './local-chain-error.ts';

const require = createRequire(import.meta.url);
const SOURCES = join(import.meta.dirname, '..', 'contracts');
const CACHE = join(import.meta.dirname, '..', '..', '.cache', 'contracts');

const SETTINGS = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
};

const bytecodeSchema = z.string().regex(/^0x(?:[0-9a-f]{2})+$/);

/** The creation bytecode of each contract, unless noted otherwise; none takes constructor arguments. */
const compiledSchema = z.object({
  Dena: bytecodeSchema,
  NationalNft: bytecodeSchema,
  CulturalNft: bytecodeSchema,
  /** Runtime code, since these are placed at their Mainnet addresses. */
  Multicall3: bytecodeSchema,
  NameService: bytecodeSchema,
});
export type Compiled = z.infer<typeof compiledSchema>;

const packageSchema = z.object({ version: z.string() });

const codeSchema = z.object({ object: z.string() });
const compilerAnswerSchema = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({ evm: z.object({ bytecode: codeSchema, deployedBytecode: codeSchema }) }),
      ),
    )
    .default({}),
});

interface CompileResult {
  readonly contracts: Compiled;
  /** Whether the result came from the cache. */
  readonly cached: boolean;
}

/** @throws Error with the compiler's own messages if a contract does not compile. */
export async function compileContracts(): Promise<CompileResult> {
  const sources = await readSources();
  const file = join(CACHE, `${await fingerprint(sources)}.json`);
  const known = await readCache(file);
  if (known) return { contracts: known, cached: true };
  const contracts = await compile(sources);
  await mkdir(CACHE, { recursive: true });
  // Written beside the file and renamed: an interrupted start leaves no partial file behind.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(contracts));
  await rename(draft, file);
  return { contracts, cached: false };
}

async function readSources(): Promise<Record<string, string>> {
  const names = (await readdir(SOURCES)).filter((name) => name.endsWith('.sol')).toSorted();
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(SOURCES, name), 'utf8')] as const),
    ),
  );
}

/** Hash of the sources, their settings, and the versions of the compiler and the imported packages. */
async function fingerprint(sources: Record<string, string>): Promise<string> {
  const versions = await Promise.all(['solc', '@openzeppelin/contracts'].map(versionOf));
  return createHash('sha256')
    .update(JSON.stringify({ sources, versions, SETTINGS }))
    .digest('hex')
    .slice(0, 32);
}

async function versionOf(name: string): Promise<string> {
  const manifest = await readFile(require.resolve(`${name}/package.json`), 'utf8');
  return `${name}@${packageSchema.parse(JSON.parse(manifest)).version}`;
}

/** Null if there is nothing usable: the contracts are then compiled and cached again. */
async function readCache(file: string): Promise<Compiled | null> {
  try {
    return compiledSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Missing or damaged: both mean the same.
    return null;
  }
}

async function compile(sources: Record<string, string>): Promise<Compiled> {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      Object.entries(sources).map(([name, content]) => [name, { content }]),
    ),
    settings: SETTINGS,
  };
  const answer = compilerAnswerSchema.parse(JSON.parse(await runCompiler(JSON.stringify(input))));
  const faults = answer.errors.filter(({ severity }) => severity === 'error');
  if (faults.length > 0) {
    throw new LocalChainError(
      `The contracts do not compile:\n${faults.map((fault) => fault.formattedMessage).join('\n')}`,
    );
  }
  const bytecodeOf = (name: string, kind: 'bytecode' | 'deployedBytecode' = 'bytecode') =>
    `0x${answer.contracts[`${name}.sol`]?.[name]?.evm[kind].object ?? ''}`;
  return compiledSchema.parse({
    Dena: bytecodeOf('Dena'),
    NationalNft: bytecodeOf('NationalNft'),
    CulturalNft: bytecodeOf('CulturalNft'),
    Multicall3: bytecodeOf('Multicall3', 'deployedBytecode'),
    NameService: bytecodeOf('NameService', 'deployedBytecode'),
  });
}

/**
 * Runs solc on its standard JSON input; `@openzeppelin/…` imports resolve to npm's packages. The input is a
 * file, since solc reads its standard input without waiting for a pipe to fill.
 */
async function runCompiler(input: string): Promise<string> {
  const packages = dirname(
    dirname(dirname(require.resolve('@openzeppelin/contracts/package.json'))),
  );
  const compiler = join(dirname(require.resolve('solc/package.json')), 'solc.js');
  const scratch = await mkdtemp(join(tmpdir(), 'denaria-solc-'));
  try {
    await writeFile(join(scratch, 'input.json'), input);
    const stdin = await open(join(scratch, 'input.json'));
    try {
      const output = await outputOf(
        spawn(
          process.execPath,
          [compiler, '--standard-json', '--base-path', SOURCES, '--include-path', packages],
          { stdio: [stdin.fd, 'pipe', 'ignore'] },
        ),
      );
      // solc's command line prints a note about SMT solvers before its JSON.
      return output.slice(output.indexOf('{'));
    } finally {
      await stdin.close();
    }
  } finally {
    await rm(scratch, { recursive: true });
  }
}

async function outputOf(child: ChildProcess): Promise<string> {
  const [output, code] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    once(child, 'close').then(([exitCode]: unknown[]) => exitCode),
  ]);
  if (code !== 0) throw new LocalChainError(`The Solidity compiler ended with ${String(code)}.`);
  return output;
}
