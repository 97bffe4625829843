import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, cp, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, binariesIn, findBinaries } from './binaries.ts'

const run = promisify(execFile)

/** The location of the embedded server's files, and the user it runs as. */
export interface ServerLocation {
  readonly binaries: Binaries
  /** PostgreSQL's own data directory. */
  readonly cluster: string
  /** Set when Heddle runs as root, because PostgreSQL refuses to run as root. */
  readonly user: { readonly uid: number; readonly gid: number } | null
}

/**
 * The location of the server's files. A normal user keeps everything in `dataDir`. Root runs the server as the user
 * `postgres`, who may not be able to read a checkout below a home of mode 0700. Files that this user cannot reach go
 * under `/var/lib/heddle`, and a pointer in `dataDir` names the path.
 */
export async function choosePlace(dataDir: string): Promise<ServerLocation> {
  await mkdir(dataDir, { recursive: true })
  const binaries = await findBinaries()
  const cluster = join(dataDir, 'postgres')
  if (process.getuid?.() !== 0) return { binaries, cluster, user: null }

  const user = await postgresUser()
  const refuge = join('/var/lib/heddle', createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  return {
    user,
    binaries: (await canReach(binaries.root, user.uid)) ? binaries : await copyBinaries(binaries),
    cluster: (await canReach(dataDir, user.uid))
      ? await owned(cluster, user)
      : await moveToRefuge(dataDir, refuge, user),
  }
}

async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const lookUp = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  try {
    return { uid: await lookUp('-u'), gid: await lookUp('-g') }
  } catch {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
    return { uid: await lookUp('-u'), gid: await lookUp('-g') }
  }
}

/** Whether another user may enter every folder down to `path`. */
async function canReach(path: string, uid: number): Promise<boolean> {
  const { mode, uid: owner } = await stat(path)
  const open = owner === uid || (mode & 0o005) === 0o005
  const parent = dirname(path)
  return open && (parent === path || canReach(parent, uid))
}

async function copyBinaries(binaries: Binaries): Promise<Binaries> {
  const { mtimeMs, size } = await stat(binaries.postgres)
  const copy = join(
    '/var/lib/heddle',
    `postgresql-${createHash('sha256').update(`${mtimeMs} ${size}`).digest('hex').slice(0, 16)}`,
  )
  if (!(await exists(copy))) {
    const unfinished = `${copy}.${process.pid}`
    await cp(binaries.root, unfinished, { recursive: true, verbatimSymlinks: true })
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }))
  }
  return binariesIn(copy)
}

async function owned(folder: string, user: { uid: number; gid: number }): Promise<string> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  await chown(folder, user.uid, user.gid)
  return folder
}

async function moveToRefuge(dataDir: string, refuge: string, user: { uid: number; gid: number }): Promise<string> {
  const cluster = await owned(join(refuge, 'postgres'), user)
  await writeFile(
    join(dataDir, 'postgres-is-elsewhere.txt'),
    `The database of ${basename(dataDir)} lies in ${cluster}\n`,
  )
  return cluster
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
