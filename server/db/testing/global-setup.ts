import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedServer } from '../embedded/server.ts'
import { migrate } from '../migrate.ts'
import { suiteCanary } from './canary.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that test databases are cloned from. */
    templateDatabaseUrl: string
  }
}

/** One throw-away PostgreSQL for a test run. Tests kill processes, never the machine, so it need not sync to disk. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Hundreds of threads and processes are started: what one has compiled, the others load.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'heddle-tests-compiled')
  process.env[`HEDDLE_SECRET_${suiteCanary.name}`] = suiteCanary.value
  process.env[`HEDDLE_ORIGINS_${suiteCanary.name}`] = 'functions'
  const dataDir = await mkdtemp(join(tmpdir(), 'heddle-test-'))
  await chmod(dataDir, 0o755)
  const server = await startEmbeddedServer({
    dataDir,
    database: 'template_heddle',
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  })
  await migrate(server.url)
  project.provide('templateDatabaseUrl', server.url)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
