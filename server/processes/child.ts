import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Hold, holdBack } from '#server/engine/executor/hold-back.ts'
import { stoppableProcess } from '#server/engine/executor/stop-process.ts'
import { childLogSettings, createLog, passOn } from '../log.ts'
import { type BeginMessage, type ChildMessage, STANDBY } from './messages.ts'
import { nodeFlags } from './node-flags.ts'
import { pauseBeforeRestart } from './restart-pause.ts'

/**
 * One supervised child process. It is *starting* until it says `ready`, then
 * *up*; when it ends by itself it is started again after a back-off that
 * doubles from 250 ms to 10 s (2 s while work waits) and is forgotten after half a minute of health,
 * or another one that stands by takes its place at once.
 * `stop` asks with SIGTERM and insists with SIGKILL.
 */
export interface ChildSpec {
  readonly name: string
  /** TypeScript entry, run by Node directly. */
  readonly entry: string
  readonly arguments?: () => readonly string[]
  readonly env: () => Readonly<Record<string, string>>
  /** Takes the secrets out of what it prints. */
  readonly redact?: ((text: string) => string) | undefined
  /** Flags of Node beside those of every process. */
  readonly flags?: readonly string[]
  /** Whether work waits for it: the pause before it is started again is short then. */
  readonly hasWork?: () => Promise<boolean>
  /** Another process is loaded ahead, which waits to be told to begin (`mayBegin`). */
  readonly standby?: boolean
  /** Runs each time it says it is ready; what it throws ends the start. */
  readonly onReady?: (message: ChildMessage & { type: 'ready' }) => Promise<void> | void
  /** Runs each time it has ended unasked, with its pid, and by what signal if that was one. */
  readonly onDeath?: (pid: number, signal: NodeJS.Signals | null) => Promise<void> | void
}

export interface Child {
  /** Settles when it is ready for the first time; rejects when it refuses to start, or ends again and again before. */
  readonly ready: Promise<void>
  stop(withinMs: number): Promise<void>
  restart(): void
}

export class StartRefused extends Error {}

/** What ends as often before it was ever ready will not be: somebody has to do something about it. */
const ENDS_BEFORE_READY = 4
const BACK_OFF_MS = { first: 250, longest: 10_000, forgottenAfter: 30_000 }
/** Loading another one takes up to a second of a processor: not while the first has its start to do. */
const STANDBY_AFTER_MS = 2_000
/** After a death: the one that has taken a place has all of the other's work to do, and that one may have stood by. */
const STANDBY_AGAIN_MS = 10_000
/** What is to be done about a death comes before the next one begins, unless it takes longer. */
const TOLD_WITHIN_MS = 1_000

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
  /** What the last one said of why it ended, as far as that is known. */
  let lastWords = ''
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  // The start awaits it; a refusal that comes after a successful start is logged instead.
  ready.catch(() => undefined)

  const launch = () => {
    timer = null
    if (stopping) return
    const startedAt = performance.now()
    const child = standby?.take(spec.env()) ?? open(spec, [], (line) => (lastWords = lastWordsOf(lastWords, line)))
    current = child
    // Without one there is no exit either.
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
      // It was told to begin while it was still being loaded.
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
        void Promise.race([told, sleep(TOLD_WITHIN_MS)]).then(launch)
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

/** An error comes before its stack, and that before the version of Node. */
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
 * One process at most that is loaded and waits to be told to begin. It is loaded little by little, so that the one that
 * runs does not notice.
 */
function standBy(start: () => ChildProcess) {
  let child: ChildProcess | null = null
  let loading: Hold | null = null
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
      // Nobody here knows how much there is to do: it is held back whatever that is.
      loading = holdBack(
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
    /** Not while another one starts. */
    rest: () => clearTimeout(timer),
    /** Told to begin, with these settings; null when there is none. */
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
