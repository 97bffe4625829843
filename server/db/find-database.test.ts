import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startEmbeddedServer } from './embedded/server.ts'
import { findDatabase, findRunning } from './find-database.ts'

it('a process beside Heddle finds the database that runs here, and none when none does', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'heddle-find-'))
  await chmod(dataDir, 0o755)
  expect(await findRunning(dataDir)).toBeNull()
  const server = await startEmbeddedServer({ dataDir })
  try {
    expect(await findDatabase({ databaseUrl: undefined, dataDir })).toBe(server.url)
    expect(await findDatabase({ databaseUrl: 'postgresql://elsewhere/heddle', dataDir })).toBe(
      'postgresql://elsewhere/heddle',
    )
  } finally {
    await server.stop()
  }
  expect(await findRunning(dataDir)).toBeNull()
  await rm(dataDir, { recursive: true, force: true })
})
