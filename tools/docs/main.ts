/** `npm run docs`: writes into the documents what they repeat of the code. */
import { writeFileSync } from 'node:fs';
import { generatedFiles } from './generated.ts';

for (const { path, isCurrent, text } of generatedFiles()) {
  if (isCurrent) continue;
  writeFileSync(path, text);
  console.log(`written: ${path}`);
}
