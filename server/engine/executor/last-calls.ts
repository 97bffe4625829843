import { randomUUID } from 'node:crypto'
import { closeSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

/** That of this user, for all engines of the machine. Nobody else's: they could write there, or have this process write elsewhere. */
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

/** `place`: the folder, made again where it has been tidied away. */
export function openLastCalls(monotonic: () => number, place: () => string | null = ownFolder): LastCalls {
  const mine = new Set<string>()
  let known: ReadonlySet<string> = new Set()
  let readAt = Number.NEGATIVE_INFINITY
  /** A process that has the number of this one now had it before. */
  const isGone = (file: string) => !mine.has(file) && (pidOf(file) === process.pid || !isAlive(pidOf(file)))
  const folder = place()
  if (folder !== null) removeOld(folder, isGone)
  return {
    open() {
      const folder = place()
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
      const folder = place()
      if (folder !== null && monotonic() - readAt > limits.engine.lastCallsReadMs) {
        readAt = monotonic()
        known = readAll(folder, isGone)
      }
      return known.has(id)
    },
  }
}

/** This process was killed from outside: nothing that it called was the reason. */
export function forgetLastCalls(pid: number, place: () => string | null = ownFolder): void {
  const folder = place()
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

/** By then what they name is running elsewhere, or has ended. */
function removeOld(folder: string, isGone: (file: string) => boolean): void {
  for (const file of filesIn(folder)) {
    try {
      const isOld = Date.now() - statSync(join(folder, file)).mtimeMs > limits.engine.lastCallsKeptMs
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

/** Of the process that writes this file. */
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
    // It is gone already.
  }
}
