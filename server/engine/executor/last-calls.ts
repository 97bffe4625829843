import { randomUUID } from 'node:crypto'
import { closeSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { limits } from '#core/limits.ts'
import { idIn } from './call-note.ts'

/**
 * Which attempts the function threads of this machine called last, in files that outlive their processes: of those
 * that an engine had under way when it died, one that stands there may be what it died of.
 */
export interface LastCalls {
  /** A file for one thread of this process; null where there is no room for it: then nobody is known. */
  open(): LastCallFile | null
  /** Whether a process that is gone called this attempt last. */
  names(id: string): boolean
}

export interface LastCallFile {
  readonly fd: number
  /** The thread has ended, and its process has not died of it. */
  close(): void
}

/** Nobody else's: another one could write there, or have this process write elsewhere. */
function ownFolder(): string | null {
  const { uid } = userInfo()
  const folder = join(tmpdir(), `heddle-calls-${uid}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    return found.isDirectory() && (uid < 0 || found.uid === uid) ? folder : null
  } catch {
    return null
  }
}

/** `folder`: that of this user for all engines of the machine, when absent. */
export function openLastCalls(monotonic: () => number, folder: string | null = ownFolder()): LastCalls {
  let known: ReadonlySet<string> = new Set()
  let readAt = Number.NEGATIVE_INFINITY
  if (folder !== null) removeOld(folder)
  return {
    open() {
      if (folder === null) return null
      const file = join(folder, `${process.pid}-${randomUUID()}`)
      try {
        const fd = openSync(file, 'wx', 0o600)
        return {
          fd,
          close() {
            closeSync(fd)
            remove(file)
          },
        }
      } catch {
        return null
      }
    },
    names(id) {
      if (folder !== null && monotonic() - readAt > limits.engine.lastCallsReadMs) {
        readAt = monotonic()
        known = readAll(folder)
      }
      return known.has(id)
    },
  }
}

function readAll(folder: string): ReadonlySet<string> {
  const ids = filesIn(folder).flatMap((file) => {
    if (isAlive(file)) return []
    try {
      return idIn(readFileSync(join(folder, file), 'utf8')) ?? []
    } catch {
      return []
    }
  })
  return new Set(ids)
}

/** By then what they name is running elsewhere, or has ended. */
function removeOld(folder: string): void {
  for (const file of filesIn(folder)) {
    try {
      const isOld = Date.now() - statSync(join(folder, file)).mtimeMs > limits.engine.lastCallsKeptMs
      if (isOld && !isAlive(file)) unlinkSync(join(folder, file))
    } catch {
      // Another engine has removed it.
    }
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Whether the process is there that writes this file. */
function isAlive(file: string): boolean {
  try {
    return process.kill(Number.parseInt(file, 10), 0)
  } catch {
    return false
  }
}

function remove(file: string): void {
  try {
    unlinkSync(file)
  } catch {
    // It is gone already.
  }
}
