/**
 * `npm run compile` in this folder writes compiled.json, which the development chain deploys; `npm
 * run check` compares it with what its sources compile to, byte for byte.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import solc from 'solc';

const FILE = join(import.meta.dirname, 'compiled.json');

/**
 * Created with this code by a transaction; the others are placed as they are, at their Mainnet
 * addresses.
 */
const DEPLOYED = ['Dena', 'NationalNft', 'CulturalNft'];
const PLACED = ['Multicall3', 'NameService'];

const sources = Object.fromEntries(
  readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.sol'))
    .map((name) => [name, { content: readFileSync(join(import.meta.dirname, name), 'utf8') }]),
);
const settings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 1 },
  // Without a hash of the sources: a comment changes nothing.
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
};

const { resolve } = createRequire(import.meta.url);
const readPackage = (path) => ({ contents: readFileSync(resolve(path), 'utf8') });
const { contracts, errors = [] } = JSON.parse(
  solc.compile(JSON.stringify({ language: 'Solidity', sources, settings }), {
    import: readPackage,
  }),
);
for (const { formattedMessage } of errors) console.error(formattedMessage);
if (errors.some(({ severity }) => severity === 'error')) process.exit(1);

const codeOf = (kind) => (name) => [name, `0x${contracts[`${name}.sol`][name].evm[kind].object}`];
const compiled = Object.fromEntries([
  ...DEPLOYED.map(codeOf('bytecode')),
  ...PLACED.map(codeOf('deployedBytecode')),
]);
const text = `${JSON.stringify(compiled, null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('compiled.json is not what the sources compile to. Run `npm run compile` here.');
  process.exit(1);
}
