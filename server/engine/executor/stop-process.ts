import { spawn } from 'node:child_process'
import type { Stoppable } from './hold-back.ts'

/** Goes on with the process when the one that stops it now and then is gone, whatever that died of. */
const lifeline = 'trap "" INT TERM HUP; read -r _; kill -CONT "$0"'

/** Where there are no such signals, it is not stopped. */
export function stoppableProcess(pid: number): Stoppable {
  if (process.platform === 'win32') return { stop: () => false, goOn: () => undefined, close: () => undefined }
  const guard = spawn('sh', ['-c', lifeline, String(pid)], { stdio: ['pipe', 'ignore', 'ignore'] })
  let guarded = guard.pid !== undefined

  const signal = (name: 'SIGSTOP' | 'SIGCONT'): boolean => {
    try {
      return process.kill(pid, name)
    } catch {
      // It is gone, which is told by its end.
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
    goOn: () => void signal('SIGCONT'),
    close() {
      guarded = false
      guard.kill('SIGKILL')
    },
  }
}
