import { spawn } from 'node:child_process'
import type { Stoppable } from './cpu-throttle.ts'

/** A shell script that continues the stopped process when this process is gone, whatever the cause of its death. */
const lifeline = 'trap "" INT TERM HUP; read -r _; kill -CONT "$0"'

/** A process as a `Stoppable`. Windows has no SIGSTOP, so there the process is not stopped. */
export function stoppableProcess(pid: number): Stoppable {
  if (process.platform === 'win32') return { stop: () => false, resume: () => undefined, close: () => undefined }
  const guard = spawn('sh', ['-c', lifeline, String(pid)], { stdio: ['pipe', 'ignore', 'ignore'] })
  let guarded = guard.pid !== undefined

  const signal = (name: 'SIGSTOP' | 'SIGCONT'): boolean => {
    try {
      return process.kill(pid, name)
    } catch {
      // The process is gone: its exit event reports that.
      return false
    }
  }
  const leave = () => {
    if (guarded) signal('SIGCONT')
    guarded = false
  }
  guard.on('error', leave)
  guard.on('exit', leave)
  guard.unref()

  return {
    stop: () => guarded && signal('SIGSTOP'),
    resume: () => void signal('SIGCONT'),
    close() {
      guarded = false
      guard.kill('SIGKILL')
    },
  }
}
