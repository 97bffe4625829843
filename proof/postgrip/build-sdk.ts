import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const tsc = join(import.meta.dirname, '..', '..', 'node_modules', 'typescript', 'bin', 'tsc')

/** PostGrip's TypeScript SDK in a temporary folder, as an installed package with its examples beside it. */
export interface BuiltSdk {
  readonly folder: string
  /** The entry of the package. */
  readonly entry: string
  readonly example: (name: string) => string
}

/** Compiles a checkout. Its types are not checked: one optional package of it, for sandboxes, is not installed here. */
export async function buildSdk(checkout: string): Promise<BuiltSdk> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-postgrip-'))
  const installed = join(folder, 'node_modules', '@postgrip', 'agent')
  const examples = join(folder, 'example')
  await mkdir(installed, { recursive: true })
  await compile(folder, join(checkout, 'typescript', 'src'), installed)
  await compile(folder, join(checkout, 'typescript', 'example'), examples)
  await writeFile(join(installed, 'package.json'), '{"type":"module","exports":"./index.js"}')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  // The examples import `./env` without an extension, for a runtime that looks for it.
  await copyFile(join(examples, 'env.js'), join(examples, 'env'))
  return { folder, entry: join(installed, 'index.js'), example: (name) => join(examples, `${name}.js`) }
}

async function compile(folder: string, rootDir: string, outDir: string): Promise<void> {
  const compilerOptions = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    noCheck: true,
    types: [],
    rootDir,
    outDir,
  }
  const config = join(folder, 'tsconfig.json')
  await writeFile(config, JSON.stringify({ compilerOptions, include: [rootDir] }))
  await run(process.execPath, [tsc, '--project', config])
}
