import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Whose function a process is calling right now, in a file without a name that outlives the process:
 * when it dies in the middle of a call, its parent reads there who was called.
 */
export interface CallNote {
  /** For the process: it inherits this. */
  readonly fd: number
  /** Id of the attempt that was being called, or null when none was. Read once, when the process is gone. */
  take(): string | null
}

const END = '\n'

/** Null where there is no room for it: then nobody is known. */
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

/** What was written last; null where that was nobody, or is not whole. */
export function idIn(text: string): string | null {
  try {
    return JSON.parse(text.slice(0, text.indexOf(END))) as string | null
  } catch {
    // It died while it wrote, or before.
    return null
  }
}

/** Written where the last one stood, before the call begins. */
export function noteCall(fd: number, id: string | null): void {
  try {
    writeSync(fd, JSON.stringify(id) + END, 0)
  } catch {
    // Where there is no room nobody is known, or an innocent one is called alone: no reason to fail a step.
  }
}
