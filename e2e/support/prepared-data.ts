import { rm } from 'node:fs/promises'
import { startEmbeddedServer } from '#server/db/embedded/server.ts'
import { migrate } from '#server/db/migrate.ts'
import { PREPARED_DATA, temporaryFolder } from './heddle.ts'

/**
 * Global set-up of the journeys: a data directory with a database that is created and migrated and has no row, which
 * their Heddles start on copies of. To create and to migrate one takes half of the processor time of a first start.
 */
export default async function prepareData(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.HEDDLE_URL) return undefined
  const dataDir = await temporaryFolder()
  const server = await startEmbeddedServer({ dataDir })
  await migrate(server.url)
  await server.stop()
  process.env[PREPARED_DATA] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
