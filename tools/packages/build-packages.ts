import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '#server/processes/prepare.mjs'
import { compile, declarations } from './compile.ts'
import { manifestOf, type PackageSource, packageSources } from './manifests.ts'

/** Writes the packages into a folder, packs each with npm, and returns the archives by the names of the packages. */
export function buildPackages(folder: string): ReadonlyMap<string, string> {
  rmSync(folder, { recursive: true, force: true })
  const typed = join(folder, 'declarations')
  writeDeclarations(typed)
  const archives = packageSources.map((source) => {
    const place = join(folder, source.folder)
    writePackage(source, place, typed)
    return [source.name, join(folder, packed(place, folder))] as const
  })
  rmSync(typed, { recursive: true })
  return new Map(archives)
}

function writePackage(source: PackageSource, place: string, typed: string): void {
  const { exports, internal = [], bin = {}, copied = {}, folder } = source
  cpSync(join(import.meta.dirname, folder), place, { recursive: true })
  cpSync(join(root, 'LICENSE'), join(place, 'LICENSE'))
  for (const [path, file] of Object.entries(copied)) write(join(place, path), readFileSync(join(root, file), 'utf8'))
  const scripts = compile([...Object.values(exports), ...internal])
  const types = declarations(Object.values(exports), typed)
  for (const [path, text] of scripts.files) write(join(place, path.replace(/\.ts$/, '.js')), text)
  for (const [path, text] of types.files) write(join(place, path.replace(/\.ts$/, '.d.ts')), text)
  if (bin.heddle !== undefined) write(join(place, bin.heddle), "#!/usr/bin/env node\nimport '../cli/main.js'\n")
  const imported = new Set([...scripts.imported, ...types.imported])
  write(join(place, 'package.json'), `${JSON.stringify(manifestOf(source, imported), null, 2)}\n`)
}

/** Declarations of all sources that the packages export. */
function writeDeclarations(folder: string): void {
  const sources = new Set(packageSources.flatMap(({ exports }) => Object.values(exports)))
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    // `npm run types` checks the sources.
    noCheck: true,
    incremental: false,
    tsBuildInfoFile: null,
    rootDir: root,
    outDir: folder,
    plugins: [],
    typeRoots: [join(root, 'node_modules', '@types')],
  }
  const files = [...sources].map((file) => join(root, file))
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [], exclude: [] }
  write(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  execFileSync(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' })
}

/** The file name of the archive that npm makes of a package. */
function packed(place: string, folder: string): string {
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const said = execFileSync('npm', words, { cwd: place, encoding: 'utf8', shell: process.platform === 'win32' })
  const [file] = Object.values(JSON.parse(said) as Record<string, { filename: string }>)
  if (file === undefined) throw new Error(`npm has packed nothing of ${place}.`)
  return file.filename
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
