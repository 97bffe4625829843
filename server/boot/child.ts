import { type ChildProcess, fork } from 'node:child_process'
import { logLine, logStream } from './log.ts'
import type { ChildMessage } from './messages.ts'

/**
 * One supervised child process. It is *starting* until it says `ready`, then
 * *up*; when it ends by itself it is started again after a back-off that
 * doubles from 250 ms to 10 s and is forgotten after half a minute of health.
 * `stop` asks with SIGTERM and insists with SIGKILL.
 */
export interface ChildSpec {
  readonly name: string
  /** TypeScript entry, run by Node directly. */
  readonly entry: string
  readonly arguments?: () => readonly string[]
  readonly env: () => Readonly<Record<string, string>>
  /** Runs each time it says it is ready; what it throws ends the start. */
  readonly onReady?: (message: ChildMessage & { type: 'ready' }) => Promise<void> | void
  /** Runs each time it has ended by itself, with its pid. */
  readonly onDeath?: (pid: number) => Promise<void> | void
}

export interface Child {
  /** Settles when it is ready for the first time; rejects when it refuses to start. */
  readonly ready: Promise<void>
  stop(withinMs: number): Promise<void>
  restart(): void
}

export class StartRefused extends Error {}

const BACK_OFF_MS = { first: 250, longest: 10_000, forgottenAfter: 30_000 }

export function superviseChild(spec: ChildSpec): Child {
  let current: ChildProcess | null = null
  let stopping = false
  let restarting = false
  let timer: NodeJS.Timeout | null = null
  let backOffMs = BACK_OFF_MS.first
  let onEnd: () => void = () => undefined
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  // The start awaits it; a refusal that comes after a successful start is logged instead.
  ready.catch(() => undefined)

  const launch = () => {
    timer = null
    const startedAt = performance.now()
    const child = fork(spec.entry, spec.arguments?.() ?? [], {
      env: { ...process.env, ...spec.env() },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: ['--disable-proto=delete', '--enable-source-maps', '--disable-warning=ExperimentalWarning'],
      // Its own process group, so that Ctrl-C reaches the supervisor alone and children stop in order.
      detached: true,
    })
    current = child
    if (child.stdout) logStream(spec.name, child.stdout)
    if (child.stderr) logStream(spec.name, child.stderr)
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'refused') {
        stopping = true
        reject(new StartRefused(message.sentence))
        return
      }
      logLine(spec.name, `ready (pid ${child.pid})`)
      Promise.resolve(spec.onReady?.(message)).then(resolve, reject)
    })
    child.on('exit', (code, signal) => {
      current = null
      onEnd()
      if (stopping) return
      if (restarting) {
        restarting = false
        launch()
        return
      }
      logLine(spec.name, `ended unexpectedly (${signal ?? `code ${code}`}); starting it again in ${backOffMs} ms`)
      Promise.resolve(spec.onDeath?.(child.pid ?? 0)).catch((error: unknown) => logLine(spec.name, String(error)))
      if (performance.now() - startedAt > BACK_OFF_MS.forgottenAfter) backOffMs = BACK_OFF_MS.first
      timer = setTimeout(launch, backOffMs)
      backOffMs = Math.min(backOffMs * 2, BACK_OFF_MS.longest)
    })
  }
  launch()

  return {
    ready,
    restart() {
      if (!current || stopping) return
      restarting = true
      current.kill('SIGTERM')
    },
    stop(withinMs) {
      stopping = true
      if (timer) clearTimeout(timer)
      const child = current
      if (!child) return Promise.resolve()
      return new Promise((done) => {
        const insist = setTimeout(() => child.kill('SIGKILL'), withinMs)
        onEnd = () => {
          clearTimeout(insist)
          done()
        }
        child.kill('SIGTERM')
      })
    },
  }
}
