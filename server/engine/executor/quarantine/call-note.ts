import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A call note holds the id of the attempt that a process is calling right now. It is an unlinked file that outlives
 * the process: when the process dies in the middle of a call, its parent reads there which attempt was called.
 */
export interface CallNote {
  /** The descriptor that the child process inherits. */
  readonly fd: number
  /** Id of the attempt that was being called, or null when none was. Read once, when the process is gone. */
  take(): string | null
}

const END = '\n'

/** Null where the file cannot be created, such as on a full disk: then the called attempt stays unknown. */
export function openCallNote(): CallNote | null {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-call-'))
    const fd = openSync(join(folder, 'note'), 'w+')
    rmSync(folder, { recursive: true })
    return {
      fd,
      take() {
        const read = Buffer.alloc(4096)
        const text = read.toString('utf8', 0, readSync(fd, read, 0, read.length, 0))
        closeSync(fd)
        return idIn(text)
      },
    }
  } catch {
    return null
  }
}

/** The attempt id that was written last; null where the last write said "none" or is incomplete. */
export function idIn(text: string): string | null {
  try {
    return JSON.parse(text.slice(0, text.indexOf(END))) as string | null
  } catch {
    // The process died during its write, or before it.
    return null
  }
}

/** Overwrites the last note, before the call begins. */
export function noteCall(fd: number, id: string | null): void {
  try {
    writeSync(fd, JSON.stringify(id) + END, 0)
  } catch {
    // A full disk leaves no note, or an old one, so that an innocent attempt is called alone: no reason to fail a step.
  }
}
