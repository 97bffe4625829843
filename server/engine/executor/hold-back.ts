import { spawn } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { limits } from '#core/limits.ts'
import { localClock } from '../world/local-clock.ts'

const { turnMs, runMs, busyShare } = limits.engine.heldBack

/** Goes on with the process when the one that stops it now and then is gone, whatever that died of. */
const lifeline = 'trap "" INT TERM HUP; read -r _; kill -CONT "$0"'

export interface Hold {
  /** Whether it is held back from now on. */
  set(isHeld: boolean): void
  /** The process goes on, for good. */
  end(): void
}

/**
 * Holds back a process that keeps a processor busy: while this one has work of its own, the other is stopped for most
 * of the time. A low priority alone does not do: what runs delays whoever wakes, has a share where shares are
 * those of groups and not of processes, and counts where a machine is given so much and no more.
 *
 * `onRested` is told how long it was stopped, before it goes on. Where there are no such signals, nothing happens.
 */
export function holdBack(pid: number, onRested: (ms: number) => void, isBusy = hasWork()): Hold {
  if (process.platform === 'win32') return { set: () => undefined, end: () => undefined }
  const guard = spawn('sh', ['-c', lifeline, String(pid)], { stdio: ['pipe', 'ignore', 'ignore'] })
  let guarded = false
  let held = false
  let stoppedAt: number | null = null

  const signal = (name: 'SIGSTOP' | 'SIGCONT'): boolean => {
    try {
      return process.kill(pid, name)
    } catch {
      // It is gone, which is told by its end.
      return false
    }
  }
  const goOn = () => {
    if (stoppedAt === null) return
    onRested(localClock.monotonic() - stoppedAt)
    stoppedAt = null
    signal('SIGCONT')
  }
  const rest = () => {
    if (guarded && held && stoppedAt === null && isBusy() && signal('SIGSTOP')) stoppedAt = localClock.monotonic()
  }
  const turns = setInterval(() => {
    goOn()
    if (held) setTimeout(rest, runMs).unref()
  }, turnMs)
  turns.unref()
  const end = () => {
    guarded = false
    clearInterval(turns)
    goOn()
  }
  guard.on('spawn', () => {
    guarded = true
  })
  guard.on('error', end)
  guard.on('exit', end)
  guard.unref()

  return {
    set(isHeld) {
      held = isHeld
      if (held) rest()
      else goOn()
    },
    end() {
      end()
      guard.kill('SIGKILL')
    },
  }
}

/** Whether this process has had something to do since it was asked last. */
function hasWork(): () => boolean {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization > busyShare
  }
}
