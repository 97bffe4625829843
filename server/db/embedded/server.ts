import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Address, readPidFile, socketFolderIn, urlTo } from './address.ts'
import { choosePlace, type ServerLocation } from './place.ts'

/**
 * The embedded PostgreSQL of one data directory. It is created on first use, found by its pid file when a killed Heddle
 * left it running, and stopped by PostgreSQL's "fast" shutdown. It listens on 127.0.0.1 and, if possible, on a Unix
 * socket, with a password of its own.
 */
export interface EmbeddedServer {
  readonly url: string
  /** True when it was already running. */
  readonly reused: boolean
  /** Settles when the server process has ended, for whatever reason. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  /** Preferred port; a free one is taken when it is missing or in use. */
  readonly port?: number
  /** Further `name=value` settings of the server. */
  readonly settings?: readonly string[]
  readonly database?: string
}

const READY_WITHIN_MS = 30_000
const STOP_WITHIN_MS = 4_000

export async function startEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const place = await choosePlace(options.dataDir)
  const password = await clusterPassword(options.dataDir)
  if (!(await entriesOf(place.cluster)).includes('PG_VERSION')) await initialise(place, password)

  const database = options.database ?? 'heddle'
  const urlOf = (address: Address, name: string) => urlTo(address, password, name)

  let reused = true
  let server = await takeOver(place, (address) => urlOf(address, 'postgres'), options.dataDir)
  if (!server) {
    reused = false
    server = await launch(place, options, await freePort(options.port))
    await untilReady(urlOf(server, 'postgres'), server.ended, options.dataDir)
  }
  const { pid, ended } = server
  await createDatabaseIfAbsent(urlOf(server, 'postgres'), database)
  return {
    url: urlOf(server, database),
    reused,
    ended,
    stop: () => stopProcess(pid, ended),
  }
}

async function clusterPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres-password')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch {
    const password = randomBytes(18).toString('base64url')
    await writeFile(file, password, { mode: 0o600, flag: 'wx' })
    return password
  }
}

async function initialise(place: ServerLocation, password: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-initdb-'))
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  if (place.user) {
    await chown(folder, place.user.uid, place.user.gid)
    await chown(passwordFile, place.user.uid, place.user.gid)
  }
  // A start that was killed half-way leaves files without PG_VERSION; initdb wants an empty folder.
  for (const entry of await readdir(place.cluster).catch(() => []))
    await rm(join(place.cluster, entry), { recursive: true })
  try {
    await new Promise<void>((resolve, reject) => {
      const flags = [
        '--auth=scram-sha-256',
        '--username=postgres',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
      ]
      const child = spawn(
        place.binaries.initdb,
        [`--pgdata=${place.cluster}`, `--pwfile=${passwordFile}`, ...flags, '--builtin-locale=C.UTF-8'],
        { ...place.user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
      )
      let complaint = ''
      child.stderr.on('data', (chunk: Buffer) => {
        complaint += chunk.toString()
      })
      child.on('error', reject)
      child.on('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`The database could not be created: ${complaint}`)),
      )
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function entriesOf(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}

interface ServerProcess extends Address {
  readonly pid: number
  readonly ended: Promise<void>
}

/**
 * The server that a killed Heddle left behind, found by PostgreSQL's pid file; null when there is none, or it is
 * shutting down.
 */
async function takeOver(
  place: ServerLocation,
  urlOf: (address: Address) => string,
  dataDir: string,
): Promise<ServerProcess | null> {
  const running = await readPidFile(place.cluster)
  if (!(running && isAlive(running.pid) && (await isPostgres(running.pid)))) return null
  const ended = endOf(running.pid)
  return untilReady(urlOf(running), ended, dataDir).then(
    () => ({ ...running, ended }),
    (error: unknown) => {
      if (isAlive(running.pid)) throw error
      return null
    },
  )
}

/** Whether the pid belongs to PostgreSQL: the system may have reused it. Only Linux allows this check. */
async function isPostgres(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres')
  return name.trim() === 'postgres'
}

async function launch(place: ServerLocation, options: EmbeddedOptions, port: number): Promise<ServerProcess> {
  const logFile = await open(join(options.dataDir, 'postgres.log'), 'a')
  await chmod(join(options.dataDir, 'postgres.log'), 0o600)
  const socketFolder = socketFolderIn(place.cluster)
  const settings = [
    'listen_addresses=127.0.0.1',
    // The setting is a list of folders: without quotes, a comma in a name would split it.
    `unix_socket_directories=${socketFolder === null ? '' : `"${socketFolder.replaceAll('"', '""')}"`}`,
    'unix_socket_permissions=0700',
    'max_connections=200',
    // A laptop has an SSD: random reads cost little more than sequential ones.
    'random_page_cost=1.1',
    // Parallel workers take longer to start than a query takes, and use the engine's processors.
    'max_parallel_workers_per_gather=0',
    ...(options.settings ?? []),
  ]
  const child = spawn(
    place.binaries.postgres,
    ['-D', place.cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    // Its own process group: a Ctrl-C in the terminal must not stop it before the engine has finished its last commit.
    { ...place.user, cwd: place.cluster, detached: true, stdio: ['ignore', logFile.fd, logFile.fd] },
  )
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve())
  })
  await logFile.close()
  return { pid: child.pid ?? 0, port, socketFolder, ended }
}

async function untilReady(url: string, ended: Promise<void>, dataDir: string): Promise<void> {
  let gone = false
  const watch = ended.then(
    () => {
      gone = true
    },
    () => {
      gone = true
    },
  )
  const deadline = performance.now() + READY_WITHIN_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (gone || performance.now() > deadline) {
        throw new Error(
          `PostgreSQL did not start; ${join(dataDir, 'postgres.log')} says why (${(error as Error).message}).`,
        )
      }
      await Promise.race([pause(15), watch])
    }
  }
}

async function createDatabaseIfAbsent(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

async function stopProcess(pid: number, ended: Promise<void>): Promise<void> {
  if (!isAlive(pid)) return
  // SIGINT is PostgreSQL's fast shutdown: sessions end and everything is flushed. SIGQUIT ends the server at once and
  // needs recovery at the next start.
  process.kill(pid, 'SIGINT')
  const late = pause(STOP_WITHIN_MS, 'late', { ref: false })
  if ((await Promise.race([ended, late])) === 'late' && isAlive(pid)) process.kill(pid, 'SIGQUIT')
  await ended
}

async function endOf(pid: number): Promise<void> {
  while (isAlive(pid)) await pause(100, undefined, { ref: false })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function freePort(preferred = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', (error: NodeJS.ErrnoException) =>
      preferred !== 0 && error.code === 'EADDRINUSE' ? resolve(freePort()) : reject(error),
    )
    probe.listen(preferred, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : preferred))
    })
  })
}
