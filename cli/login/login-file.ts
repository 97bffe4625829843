import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError } from '../command-error.ts'

/** The address and the key of `heddle login`. */
export interface Login {
  readonly url: string
  readonly key: string
}

/** The place where the login is stored. */
export interface LoginFile {
  readonly path: string
  /** Null without a login. Throws where the file is damaged, or other users of the machine can read it. */
  read(): Login | null
  write(login: Login): void
  /** False when there was none. */
  remove(): boolean
}

const OTHERS = 0o077

/** The login in a file that only the user can read. */
export function openLoginFile(path: string): LoginFile {
  return {
    path,
    read() {
      if (!existsSync(path)) return null
      if (process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0) {
        throw new CommandError(`Other users can read your API key. Run: chmod 600 ${path}`)
      }
      const { url, key } = parsed(readFileSync(path, 'utf8'))
      if (typeof url === 'string' && typeof key === 'string') return { url, key }
      throw new CommandError(`${path} is damaged. Log in again with: heddle login`)
    },
    write(login) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      // A new file under a random name, moved into place: no moment at which the key can be read, or half of it is stored.
      const fresh = `${path}.${randomUUID()}`
      try {
        writeFileSync(fresh, `${JSON.stringify(login)}\n`, { mode: 0o600, flag: 'wx' })
        renameSync(fresh, path)
      } finally {
        rmSync(fresh, { force: true })
      }
    },
    remove() {
      const isThere = existsSync(path)
      rmSync(path, { force: true })
      return isThere
    },
  }
}

/** The file's place by the conventions of the system. */
export function loginPath({ XDG_CONFIG_HOME, APPDATA }: Readonly<Record<string, string | undefined>>): string {
  const folder = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME
  return join(folder || join(homedir(), '.config'), 'heddle', 'login.json')
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(text) as object) }
  } catch {
    return {}
  }
}
