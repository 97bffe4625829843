import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { FunctionRequest } from '../../ports.ts'
import { type Transitions, transition } from '../../transition.ts'
import { type CpuThrottle, type ThrottleReason, throttleCpu } from '../cpu-throttle/cpu-throttle.ts'
import { stoppableProcess } from '../cpu-throttle/stop-process.ts'
import { functionEnvironment } from '../host/function-environment.ts'
import { noAttempt, type SecretAnswer } from '../secrets/function-secrets.ts'
import type { FromHost } from '../threads/messages.ts'
import { type CallNote, openCallNote } from './call-note.ts'
import type { FromIsolated, IsolationSettings, ToIsolated } from './isolated-messages.ts'

export interface IsolatedProcessEvents {
  onMessage(request: FunctionRequest | null, message: FromHost): void
  onSecret(request: FunctionRequest, name: string): Promise<SecretAnswer>
  /** The process is slow from now on: new attempts go to another process. */
  onDraining(): void
  onGone(lost: Lost): void
}

/** The end of an isolated process. */
export interface Lost {
  /** The attempts that were under way. */
  readonly left: readonly FunctionRequest[]
  /** The attempt of `left` whose function was being called; null where that is not known. */
  readonly called: FunctionRequest | null
  /** The thread was up, so that one of the attempts in `left` may be the cause. */
  readonly wasUp: boolean
  readonly reason: string
}

/**
 * The states of an isolated process, as the engine sees it:
 *
 * - `loading`: the process starts, and is throttled, because its start is a good part of its cost. An end in this state
 *   is the fault of no attempt. Leaves to `serving` when the thread is up.
 * - `serving`: the process calls its attempts, and is throttled while the process asks for it.
 * - `ended`: the process is gone, and its attempts have been handed back by `onGone`.
 */
export type IsolatedProcessState = 'loading' | 'serving' | 'ended'

export const isolatedProcessTransitions: Transitions<IsolatedProcessState> = {
  loading: ['serving', 'ended'],
  serving: ['ended'],
  ended: [],
}

/** The descriptor after the three standard streams and the IPC channel. */
const CALL_NOTE_FD = 4

const entry = join(import.meta.dirname, 'isolated-child.ts')
const flags = [
  '--disable-proto=delete',
  '--enable-source-maps',
  '--disable-warning=ExperimentalWarning',
  // A process that fills its memory makes V8 collect all the time, by default in threads of usual priority on all
  // processors.
  '--single-threaded-gc',
]

/** The engine's side of an isolated process (`isolated-child.ts`). */
export class IsolatedProcess {
  private readonly events: IsolatedProcessEvents
  private readonly note: CallNote | null = openCallNote()
  private readonly child: ChildProcess
  private readonly exited: Promise<unknown>
  private readonly attempts = new Map<string, FunctionRequest>()
  private current: IsolatedProcessState = 'loading'
  /** The last report of the process: why its thread was lost. */
  private lost: Extract<FromIsolated, { readonly lost: string }> | null = null
  private throttle: CpuThrottle | null = null

  constructor(settings: IsolationSettings, events: IsolatedProcessEvents) {
    this.events = events
    const { note } = this
    this.child = fork(entry, note ? [String(CALL_NOTE_FD)] : [], {
      env: functionEnvironment(),
      execArgv: flags,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...(note ? [note.fd] : [])],
    })
    this.exited = once(this.child, 'exit').catch(() => undefined)
    this.child.on('message', (message: FromIsolated) => this.receive(message))
    this.child.on('error', (error) => {
      if (this.child.pid === undefined) this.noteEnd(error.message)
    })
    this.child.on('exit', (code, signal) => this.noteEnd(`its process ended (${signal ?? code})`))
    this.setThrottle('spins')
    this.send({ begin: settings })
  }

  get state(): IsolatedProcessState {
    return this.current
  }

  /** Number of attempts under way. */
  get load(): number {
    return this.attempts.size
  }

  start(request: FunctionRequest, isLastTry: boolean): void {
    this.attempts.set(request.id, request)
    // `offloaded` identifies values by object identity in this process; the child gets the values whole.
    const { offloaded: _, ...start } = request
    this.send({ start, isLastTry })
  }

  /** False: the process does not have this attempt. */
  cancel(id: string): boolean {
    if (!this.attempts.delete(id)) return false
    this.send({ cancel: id })
    return true
  }

  async kill(): Promise<void> {
    if (this.current === 'ended') return
    this.child.kill('SIGKILL')
    await this.exited
  }

  private enter(next: IsolatedProcessState): void {
    this.current = transition('isolated process', isolatedProcessTransitions, this.current, next)
  }

  private send(message: ToIsolated): void {
    // A failed send is ignored: the exit event reports that the process is gone.
    this.child.send(message, () => undefined)
  }

  private receive(message: FromIsolated): void {
    if ('up' in message) {
      if (this.current === 'loading') this.enter('serving')
      this.setThrottle(null)
    } else if ('draining' in message) this.events.onDraining()
    else if ('throttle' in message) this.setThrottle(message.throttle)
    else if ('lost' in message) this.lost = message
    else if ('secret' in message) this.answer(message)
    else {
      const request = this.attempts.get(message.id ?? '') ?? null
      if (request && 'outcome' in message.message) this.attempts.delete(request.id)
      this.events.onMessage(request, message.message)
    }
  }

  private answer({ secret, id, question }: Extract<FromIsolated, { readonly secret: string }>): void {
    const request = this.attempts.get(id)
    const answered = request ? this.events.onSecret(request, secret) : Promise.resolve(noAttempt)
    void answered.then((answer) => this.send({ question, answer }))
  }

  private setThrottle(reason: ThrottleReason | null): void {
    if (this.current === 'ended' || this.child.pid === undefined) return
    this.throttle ??= throttleCpu(stoppableProcess(this.child.pid), (ms) => this.send({ stopped: ms }))
    this.throttle.set(reason)
  }

  private noteEnd(why: string): void {
    if (this.current === 'ended') return
    const wasUp = this.current === 'serving'
    this.enter('ended')
    this.throttle?.end()
    const left = [...this.attempts.values()]
    this.attempts.clear()
    const noted = this.note?.take() ?? null
    const culprits = this.lost?.culprits ?? []
    const calledId = culprits.length === 1 ? culprits[0] : noted
    const called = left.find(({ id }) => id === calledId) ?? null
    this.events.onGone({ left, called, wasUp, reason: this.lost?.lost ?? why })
  }
}
