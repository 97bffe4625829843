import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from './env.ts'

/** The file of the token in the data folder. The command line reads it there (cli/local-token.ts). */
const fileName = 'local-token'

/**
 * The token of local mode: what every request must bring, so that other users of the machine, who reach the same
 * loopback address, are nobody. Null where no token is asked for. The token of `HEDDLE_LOCAL_TOKEN=on` is made once and
 * kept in a file that its owner alone can read; one that others could read is replaced.
 */
export async function openLocalToken({
  localToken,
  dataDir,
}: Pick<Env, 'localToken' | 'dataDir'>): Promise<string | null> {
  if (localToken !== 'on') return localToken === 'off' ? null : localToken
  const path = join(dataDir, fileName)
  await mkdir(dataDir, { recursive: true })
  const known = await readPrivate(path)
  if (known !== null) return known
  const token = randomBytes(32).toString('base64url')
  await writeFile(path, `${token}\n`, { mode: 0o600 })
  // An existing file keeps its mode when it is written.
  await chmod(path, 0o600)
  return token
}

/** The token in the file; null where there is none, or where others may know it. */
async function readPrivate(path: string): Promise<string | null> {
  try {
    const { mode } = await stat(path)
    const isShared = process.platform !== 'win32' && (mode & 0o077) !== 0
    const token = (await readFile(path, 'utf8')).trim()
    return isShared || token === '' ? null : token
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
