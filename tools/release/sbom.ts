/**
 * The software bill of materials (CycloneDX 1.5): the packages that the server installs, and those
 * that are bundled into its pages, from package-lock.json, so that it is the same on every machine.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { sourceFiles } from '../checks/files.ts';
import { importsOf } from '../checks/imports.ts';
import { run } from './parts.ts';

const bomSchema = z.looseObject({
  serialNumber: z.string(),
  metadata: z.looseObject({
    timestamp: z.string(),
    component: z.looseObject({ 'bom-ref': z.string(), name: z.string() }),
  }),
  components: z.array(
    z.looseObject({
      'bom-ref': z.string(),
      name: z.string(),
      scope: z.string(),
      properties: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
type Bom = z.infer<typeof bomSchema>;

export function sbom(of: {
  readonly version: string;
  readonly commit: string;
  readonly at: Date;
}): Bom {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const all = bomSchema.parse(JSON.parse(run('npm', args, { isQuiet: true })));
  const shipped = reachedFrom(all, shippedPackages());
  const root = all.metadata.component['bom-ref'];
  return {
    ...all,
    serialNumber: `urn:uuid:${uuidOf(`${of.commit} ${of.version}`)}`,
    metadata: {
      ...all.metadata,
      timestamp: of.at.toISOString(),
      component: { ...all.metadata.component, name: 'denaria' },
    },
    components: all.components
      .filter((component) => shipped.has(component['bom-ref']))
      .map((component) => ({
        ...component,
        // A package of the pages is one of development to npm, which doesn't know what is bundled.
        scope: component.scope === 'optional' ? 'optional' : 'required',
        properties: component.properties.filter(({ name }) => !name.endsWith(':development')),
      })),
    dependencies: all.dependencies
      .filter(({ ref }) => ref === root || shipped.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => shipped.has(on)) })),
  };
}

/** Packages that the product itself imports. */
function shippedPackages(): Set<string> {
  const files = ['common', 'server', 'client/src', 'client-kit'].flatMap(sourceFiles);
  const product = files.filter((file) => !/\.test\.tsx?$|\/(testing|test)\//.test(file));
  const packages = product
    .flatMap(importsOf)
    .filter(({ specifier }) => /^[@a-z]/.test(specifier) && !specifier.startsWith('node:'))
    .map(({ specifier }) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
  return new Set(packages);
}

/** The references of these packages, and of all that they depend on. */
function reachedFrom({ components, dependencies, metadata }: Bom, names: ReadonlySet<string>) {
  const dependsOn = new Map(dependencies.map((one) => [one.ref, one.dependsOn]));
  const nameOf = new Map(components.map((component) => [component['bom-ref'], component.name]));
  const direct = dependsOn.get(metadata.component['bom-ref']) ?? [];
  const waiting = direct.filter((ref) => names.has(nameOf.get(ref) ?? ''));
  const reached = new Set<string>();
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (reached.has(ref)) continue;
    reached.add(ref);
    waiting.push(...(dependsOn.get(ref) ?? []));
  }
  return reached;
}

/** A UUID from a text (RFC 9562, version 8). */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [8, 12, 16, 20, 32].map((to, n, ends) => hex.slice(ends[n - 1] ?? 0, to)).join('-');
}
