import { randomUUID } from 'node:crypto'
import { closeSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tuning } from '../tuning.ts'
import { idIn } from './call-note.ts'

/**
 * The last calls are the attempts that the function threads of this machine called last, in files that outlive their
 * processes. When an engine died with attempts under way, an attempt in these files may be the cause.
 */
export interface LastCalls {
  /** A file for one thread of this process; null where it cannot be created: then the last call stays unknown. */
  open(): LastCallFile | null
  /** Whether a process that is gone called this attempt last. */
  names(id: string): boolean
}

export interface LastCallFile {
  readonly fd: number
  /** Removes the file: the thread has ended without the death of its process. */
  close(): void
}

/**
 * The folder of this user, for all engines of the machine. A folder of another user is refused: that user could write
 * there, or redirect the writes of this process.
 */
function ownFolder(): string | null {
  const uid = process.getuid?.()
  const folder = join(tmpdir(), uid === undefined ? 'heddle-calls' : `heddle-calls-${uid}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    return found.isDirectory() && (uid === undefined || found.uid === uid) ? folder : null
  } catch {
    return null
  }
}

/** `folderOf`: returns the folder, and creates it again where a cleanup has removed it. */
export function openLastCalls(monotonic: () => number, folderOf: () => string | null = ownFolder): LastCalls {
  const mine = new Set<string>()
  let known: ReadonlySet<string> = new Set()
  let readAt = Number.NEGATIVE_INFINITY
  /** A file under the pid of this process that this process did not open belongs to an earlier process. */
  const isGone = (file: string) => !mine.has(file) && (pidOf(file) === process.pid || !isAlive(pidOf(file)))
  const folder = folderOf()
  if (folder !== null) removeOld(folder, isGone)
  return {
    open() {
      const folder = folderOf()
      if (folder === null) return null
      const name = `${process.pid}-${randomUUID()}`
      try {
        const fd = openSync(join(folder, name), 'wx', 0o600)
        mine.add(name)
        return {
          fd,
          close() {
            mine.delete(name)
            closeSync(fd)
            remove(join(folder, name))
          },
        }
      } catch {
        return null
      }
    },
    names(id) {
      const folder = folderOf()
      if (folder !== null && monotonic() - readAt > tuning.lastCallsReadMs) {
        readAt = monotonic()
        known = readAll(folder, isGone)
      }
      return known.has(id)
    },
  }
}

/** Forgets the last calls of a process that was killed from outside: none of its calls was the reason. */
export function forgetLastCalls(pid: number, folderOf: () => string | null = ownFolder): void {
  const folder = folderOf()
  if (folder === null) return
  for (const file of filesIn(folder)) if (pidOf(file) === pid) remove(join(folder, file))
}

function readAll(folder: string, isGone: (file: string) => boolean): ReadonlySet<string> {
  const ids = filesIn(folder).flatMap((file) => {
    if (!isGone(file)) return []
    try {
      return idIn(readFileSync(join(folder, file), 'utf8')) ?? []
    } catch {
      return []
    }
  })
  return new Set(ids)
}

/** Removes files so old that their attempts run elsewhere by now, or have ended. */
function removeOld(folder: string, isGone: (file: string) => boolean): void {
  for (const file of filesIn(folder)) {
    try {
      const isOld = Date.now() - statSync(join(folder, file)).mtimeMs > tuning.lastCallsKeptMs
      if (isOld && isGone(file)) unlinkSync(join(folder, file))
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

/** The pid of the process that writes this file. */
const pidOf = (file: string) => Number.parseInt(file, 10)

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function remove(file: string): void {
  try {
    unlinkSync(file)
  } catch {
    // The file is gone already.
  }
}
