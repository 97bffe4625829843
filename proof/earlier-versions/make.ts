import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '#server/db/client.ts'
import { startEmbeddedServer } from '#server/db/embedded/server.ts'
import { migrate } from '#server/db/migrate.ts'
import { createPool } from '#server/db/pool.ts'
import { createStores } from '#server/stores.ts'
import { packFolder } from './archive.ts'
import { makeRuns } from './make-runs.ts'

/**
 * Keeps a data directory as this version writes it: `node proof/earlier-versions/make.ts`,
 * once for each version that is released. One that is there already is never
 * written again: it is what people have on their disks.
 */
const folder = import.meta.dirname
const { version } = JSON.parse(await readFile(join(folder, '..', '..', 'package.json'), 'utf8')) as { version: string }
const target = join(folder, 'data', `${version}.data`)
const isKept = await access(target).then(
  () => true,
  () => false,
)
if (isKept) {
  process.stderr.write(`${target} is kept as it is. Raise the version in package.json first.\n`)
  process.exit(1)
}

const dataDir = await mkdtemp(join(tmpdir(), 'heddle-version-'))
try {
  await chmod(dataDir, 0o755)
  await fillDatabase()
  await rm(join(dataDir, 'postgres.log'))
  const archive = await packFolder(dataDir)
  await writeFile(target, archive, { flag: 'wx' })
  process.stdout.write(`${target}: ${(archive.length / 1e6).toFixed(2)} MB\n`)
} finally {
  await rm(dataDir, { recursive: true })
}

async function fillDatabase(): Promise<void> {
  const server = await startEmbeddedServer({ dataDir, settings: ['wal_recycle=off'] })
  try {
    await migrate(server.url)
    const stores = createStores(createPool(server.url, 4), createDatabase(server.url, 2))
    await makeRuns(stores, [join(folder, 'functions')], () => startEngineProcess(server.url))
    // Nothing but what a clean stop leaves: no dead rows, no write-ahead log that is not needed any more.
    for (const statement of ['vacuum full', 'checkpoint', 'select pg_switch_wal()', 'checkpoint']) {
      await stores.pool.query(statement)
    }
    await stores.engine.close()
    await Promise.all([stores.pool.end(), stores.database.$disconnect()])
  } finally {
    await server.stop()
  }
}

async function startEngineProcess(databaseUrl: string): Promise<{ kill(): Promise<void> }> {
  const engine = spawn(process.execPath, [join(folder, '..', '..', 'server', 'processes', 'engine.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      HEDDLE_FUNCTIONS: join(folder, 'functions'),
      MAKES_EARLIER_VERSION: 'on',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(engine, 'message')
  return {
    async kill() {
      engine.kill('SIGKILL')
      await once(engine, 'exit')
    },
  }
}
