import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The secret that signs session cookies and encrypts the seeds of second factors: the configured one, or one of this
 * data folder, made at its first use. Another secret ends every session.
 */
export async function authSecret(dataDir: string, configured: string | undefined): Promise<string> {
  if (configured !== undefined) return configured
  const file = join(dataDir, 'auth-secret')
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return (await readFile(file, 'utf8')).trim()
}
