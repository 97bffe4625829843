import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#server/processes/prepare.mjs'

/** A package that programs install: what of the sources it contains, and under which names. */
export interface PackageSource {
  readonly name: string
  /** The folder below tools/packages with its README, and its files that are packed as they are. */
  readonly folder: string
  readonly description: string
  readonly node: string
  /** Sources by the names under which programs import them. */
  readonly exports: { readonly [subpath: string]: string }
  /** Sources that only the package itself imports. */
  readonly internal?: readonly string[]
  readonly bin?: { readonly [command: string]: string }
  /** Packages that the program brings, if it uses the part that needs them. */
  readonly optionalPeers?: { readonly [name: string]: string }
  /** Files of the repository, by their paths in the package. */
  readonly copied?: { readonly [path: string]: string }
}

const react = { react: '>=18' }

export const packageSources: readonly PackageSource[] = [
  {
    name: 'heddle',
    folder: 'heddle',
    description: 'Write, test and run workflows of Heddle: SDK, test kit, client, command line and MCP server',
    // The command line runs TypeScript files of users.
    node: '>=22.18',
    exports: {
      './steps': 'sdk/steps.ts',
      './workflow': 'sdk/workflow/index.ts',
      './activity': 'sdk/activity.ts',
      './testing': 'sdk/testing/index.ts',
      './client': 'sdk/client/index.ts',
      './client/react': 'sdk/client/react.ts',
    },
    internal: ['cli/main.ts'],
    bin: { heddle: 'bin/heddle.mjs' },
    optionalPeers: react,
    copied: { 'schema/workflow.json': 'public/schema/workflow.json' },
  },
  {
    name: '@heddle/client',
    folder: 'client',
    description: 'The client of the REST API of Heddle alone, for Node and browsers',
    node: '>=20',
    exports: { '.': 'sdk/client/index.ts', './react': 'sdk/client/react.ts' },
    optionalPeers: react,
  },
  {
    name: 'create-heddle',
    folder: 'create-heddle',
    description: 'A new project with workflows, functions and tests for Heddle: npm create heddle',
    node: '>=22.18',
    exports: {},
    bin: { 'create-heddle': 'create.mjs' },
  },
]

interface RootManifest {
  readonly version: string
  readonly license: string
  readonly dependencies: { readonly [name: string]: string }
}

export const rootManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as RootManifest

/** The package.json of a package that imports `imported`; all packages have the version of the repository. */
export function manifestOf(source: PackageSource, imported: ReadonlySet<string>): object {
  const { name, description, node, bin, exports, copied = {}, optionalPeers = {} } = source
  const needed = [...imported].filter((each) => !(each in optionalPeers)).toSorted()
  const compiled = Object.entries(exports).map(([subpath, file]) => {
    const types = `./${file.replace(/\.ts$/, '.d.ts')}`
    return [subpath, { types, default: `./${file.replace(/\.ts$/, '.js')}` }] as const
  })
  return {
    name,
    version: rootManifest.version,
    description,
    license: rootManifest.license,
    type: 'module',
    sideEffects: false,
    engines: { node },
    ...(bin && { bin }),
    exports: {
      ...Object.fromEntries(compiled),
      ...Object.fromEntries(Object.keys(copied).map((path) => [`./${path}`, `./${path}`])),
    },
    dependencies: Object.fromEntries(needed.map((each) => [each, `^${versionOf(each)}`])),
    peerDependencies: optionalPeers,
    peerDependenciesMeta: Object.fromEntries(Object.keys(optionalPeers).map((each) => [each, { optional: true }])),
    // `provenance` would need the address of the repository.
    publishConfig: { access: 'public' },
  }
}

function versionOf(name: string): string {
  const version = rootManifest.dependencies[name]
  if (version === undefined) throw new Error(`${name} is imported, and package.json has no such dependency.`)
  return version
}
