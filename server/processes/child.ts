import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CpuThrottle, throttleCpu } from '#server/engine/executor/cpu-throttle/cpu-throttle.ts'
import { stoppableProcess } from '#server/engine/executor/cpu-throttle/stop-process.ts'
import { childLogSettings, createLog, passOn } from '../process-log.ts'
import { type BeginMessage, type ChildMessage, STANDBY } from './messages.ts'
import { nodeFlags } from './node-flags.mjs'
import { pauseBeforeRestart } from './restart-pause.ts'

/**
 * One supervised child process. It is *starting* until it reports `ready`, then *up*. When the process ends by itself,
 * it is started again after a back-off, or a standby process replaces it at once. The back-off doubles from 250 ms to
 * 10 s (2 s while work waits) and is reset after half a minute of health. `stop` sends SIGTERM, and later SIGKILL.
 */
export interface ChildSpec {
  readonly name: string
  /** TypeScript entry, run by Node directly. */
  readonly entry: string
  readonly arguments?: () => readonly string[]
  readonly env: () => Readonly<Record<string, string>>
  /** Redacts secrets in the process's output. */
  readonly redact?: ((text: string) => string) | undefined
  /** Flags of Node beside those of every process. */
  readonly flags?: readonly string[]
  /** Whether work waits for the process: the back-off is short then. */
  readonly hasWork?: () => Promise<boolean>
  /** A standby process is loaded ahead and waits for its order to begin (`mayBegin`). */
  readonly standby?: boolean
  /** Runs each time the process reports that it is ready; an error ends the start. */
  readonly onReady?: (message: ChildMessage & { type: 'ready' }) => Promise<void> | void
  /** Runs each time the process has ended without being asked, with its pid and the signal, if any. */
  readonly onDeath?: (pid: number, signal: NodeJS.Signals | null) => Promise<void> | void
}

export interface Child {
  /**
   * Resolves when the process is ready for the first time; rejects when it refuses to start, or ends repeatedly before.
   */
  readonly ready: Promise<void>
  stop(withinMs: number): Promise<void>
  restart(): void
}

export class StartRefused extends Error {}

/** A process that ends this often before it was ever ready will not recover by itself: an operator has to act. */
const ENDS_BEFORE_READY = 4
const BACK_OFF_MS = { first: 250, longest: 10_000, forgottenAfter: 30_000 }
/**
 * The delay before a standby is loaded. Loading takes up to a second of processor time, which the first process needs
 * for its own start.
 */
const STANDBY_AFTER_MS = 2_000
/**
 * The delay before the next standby after a death. The replacement has all the work of the dead process to do, and may
 * itself have been the standby.
 */
const STANDBY_AGAIN_MS = 10_000
/** `onDeath` completes before the next process begins, unless it takes longer than this. */
const ON_DEATH_WITHIN_MS = 1_000

export function superviseChild(spec: ChildSpec): Child {
  let current: ChildProcess | null = null
  const standby = spec.standby ? standBy(() => open(spec, [STANDBY])) : null
  let stopping = false
  let restarting = false
  let timer: NodeJS.Timeout | null = null
  let backOffMs = BACK_OFF_MS.first
  let onEnd: () => void = () => undefined
  let wasReady = false
  let ends = 0
  /** The last known error output of the process that ended. */
  let lastWords = ''
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  // The start awaits this promise; a refusal after a successful start is logged instead.
  ready.catch(() => undefined)

  const launch = () => {
    timer = null
    if (stopping) return
    const startedAt = performance.now()
    const child = standby?.take(spec.env()) ?? open(spec, [], (line) => (lastWords = lastWordsOf(lastWords, line)))
    current = child
    // A process that could not be spawned emits no exit event.
    child.on('error', () => {
      if (child.pid === undefined) child.emit('exit', null, null)
    })
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'refused') {
        stopping = true
        standby?.end()
        reject(new StartRefused(message.sentence))
        return
      }
      // The standby was told to begin while it was still loading.
      if (message.type === 'standsBy') return
      wasReady = true
      createLog(spec.name).line(`ready (pid ${child.pid})`)
      if (!stopping) standby?.prepare(ends > 0 ? STANDBY_AGAIN_MS : STANDBY_AFTER_MS)
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
      ends += 1
      if (!wasReady && ends >= ENDS_BEFORE_READY) {
        stopping = true
        standby?.end()
        const why = lastWords === '' ? `its last end was ${signal ?? `code ${code}`}` : lastWords
        reject(new StartRefused(`${spec.name} cannot start, it ended ${ends} times: ${why}`))
        return
      }
      if (performance.now() - startedAt > BACK_OFF_MS.forgottenAfter) backOffMs = BACK_OFF_MS.first
      const inPlace = standby?.isThere ?? false
      const next = inPlace ? 'another one takes its place' : `starting it again in ${backOffMs} ms at most`
      createLog(spec.name).line(`ended unexpectedly (${signal ?? `code ${code}`}); ${next}`)
      const told = Promise.resolve(spec.onDeath?.(child.pid ?? 0, signal)).catch((error: unknown) =>
        createLog(spec.name).line(String(error)),
      )
      if (inPlace) {
        void Promise.race([told, sleep(ON_DEATH_WITHIN_MS)]).then(launch)
        return
      }
      standby?.rest()
      pauseBeforeRestart(backOffMs, {
        after(ms, act) {
          if (!stopping) timer = setTimeout(act, ms)
        },
        hasWork: () => spec.hasWork?.() ?? Promise.resolve(false),
        launch,
      })
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
      standby?.end()
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

/** The error line comes before its stack, and the stack before the version of Node. */
const lastWordsOf = (before: string, line: string) => (/^\w*Error\b/.test(line) || before === '' ? line : before)

function open(spec: ChildSpec, more: readonly string[] = [], onLine?: (line: string) => void): ChildProcess {
  const child = fork(spec.entry, [...(spec.arguments?.() ?? []), ...more], {
    env: { ...process.env, ...spec.env(), ...childLogSettings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [...nodeFlags, ...(spec.flags ?? [])],
    // Its own process group, so that Ctrl-C reaches the supervisor alone and children stop in order.
    detached: true,
  })
  const { redact } = spec
  if (child.stdout) passOn(spec.name, child.stdout, { redact })
  if (child.stderr) passOn(spec.name, child.stderr, { redact, onLine })
  child.on('error', (error) => createLog(spec.name).line(error.message))
  return child
}

/**
 * At most one standby process, which is loaded and waits for its order to begin. Loading is throttled, so that it does
 * not disturb the running process.
 */
function standBy(start: () => ChildProcess) {
  let child: ChildProcess | null = null
  let loading: CpuThrottle | null = null
  let timer: NodeJS.Timeout | undefined
  let ended = false
  const atFullPace = () => {
    loading?.end()
    loading = null
  }
  const forget = () => {
    atFullPace()
    child = null
    prepare(STANDBY_AGAIN_MS)
  }
  const prepare = (afterMs: number) => {
    clearTimeout(timer)
    if (ended) return
    timer = setTimeout(() => {
      if (child) return
      const started = start().once('exit', forget)
      if (started.pid === undefined) {
        forget()
        return
      }
      child = started
      // The supervisor does not know the engine's load, so it throttles loading always.
      loading = throttleCpu(
        stoppableProcess(started.pid),
        () => undefined,
        () => true,
      )
      loading.set('spins')
      started.once('message', atFullPace)
    }, afterMs)
  }
  return {
    get isThere() {
      return child !== null
    },
    prepare,
    /** Postpones loading while another process starts. */
    rest: () => clearTimeout(timer),
    /** Tells the standby to begin, with these settings; null when there is none. */
    take(env: Readonly<Record<string, string>>): ChildProcess | null {
      const taken = child
      atFullPace()
      taken
        ?.off('exit', forget)
        .off('message', atFullPace)
        .send({ begin: env } satisfies BeginMessage, () => undefined)
      child = null
      return taken
    },
    end() {
      ended = true
      clearTimeout(timer)
      atFullPace()
      child?.kill('SIGKILL')
    },
  }
}
