import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPidFile, urlTo } from './embedded/address.ts'
import { choosePlace } from './embedded/place.ts'

/**
 * The database URL for a process that is started beside Heddle: the configured one, or the one of the local embedded
 * server. Ends the process with an error message when there is none.
 */
export async function findDatabase(env: {
  readonly databaseUrl: string | undefined
  readonly dataDir: string
}): Promise<string> {
  const found = env.databaseUrl ?? (await findRunning(env.dataDir))
  if (found !== null) return found
  process.stderr.write('There is no database to work with: start Heddle first (npm start), or set DATABASE_URL.\n')
  process.exit(1)
}

/** The URL of the running embedded server, found by its pid file; null without one. */
export async function findRunning(dataDir: string): Promise<string | null> {
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8').catch(() => null)
  if (password === null) return null
  const { cluster } = await choosePlace(dataDir)
  const running = await readPidFile(cluster)
  return running && urlTo(running, password.trim(), 'heddle')
}
