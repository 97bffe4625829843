import { receiveMessageOnPort } from 'node:worker_threads'
import type { FunctionRequest } from '../../ports.ts'
import { transition } from '../../transition.ts'
import { type CpuThrottle, type ThrottleReason, throttleCpu } from '../cpu-throttle/cpu-throttle.ts'
import { stoppableThread } from '../cpu-throttle/stop-thread.ts'
import { noAttempt, type SecretAnswer } from '../secrets/function-secrets.ts'
import { createAdaptiveWait, notifyWaiter } from './adaptive-wait.ts'
import { AttemptSlots } from './attempt-slots.ts'
import { controlBlock } from './control-block.ts'
import { HeartbeatWatch } from './heartbeat-watch.ts'
import { afterMessage, afterWithdrawal, type HostState, hostTransitions } from './host-state.ts'
import { type HostThread, type HostThreadSettings, startHostThread } from './host-thread.ts'
import { tookMemory, watchBuffers } from './memory-bound.ts'
import type { FromHost, SecretQuestion, SecretReply, ToHost } from './messages.ts'
import { setIdlePriority } from './thread-cpu.ts'
import { responsive, type Unresponsiveness } from './unresponsiveness.ts'
import { createValueCache, type ValueCache } from './value-cache.ts'

export interface HostEvents {
  /** True when this thread may block for a moment without delay to other work; absent: never. */
  isIdle?(): boolean
  onMessage(request: FunctionRequest | null, message: FromHost): void
  /** The thread is blocked until the answer. */
  onSecret(request: FunctionRequest, name: string): Promise<SecretAnswer>
  /** `culprits` may have caused the end; the thread was not running the `bystanders` at the time. */
  onDeath(culprits: readonly FunctionRequest[], bystanders: readonly FunctionRequest[], reason: string): void
}

export interface FunctionHostOptions extends HostThreadSettings {
  readonly monotonic: () => number
  /** The thread is gone, for whatever reason. */
  onEnded?(): void
}

/**
 * A function host is the engine's side of one host thread. It sends attempts, receives their outcomes, and knows which
 * attempts were under way when the thread died or stopped answering. Its states and transitions are in `host-state.ts`.
 *
 * Engine to thread: `start`, `cancel`, `prepare`, `probe`, `reopen`, and the values of the cache, in one text per turn of
 * the event loop (`messages.ts`). Thread to engine: outcomes, progress, log lines and signs of life. What must be known of
 * a thread that does not answer is in the control block.
 */
export class FunctionHost {
  private readonly events: HostEvents
  private readonly onEnded: (() => void) | undefined
  private readonly monotonic: () => number
  private readonly thread: HostThread
  private readonly attempts: AttemptSlots
  private readonly watch: HeartbeatWatch
  private readonly cache: ValueCache
  private readonly waitForAnswer: (from: number) => boolean
  private readonly checkBuffers: () => void
  private current: HostState = 'loading'
  private endReason = 'it ended unexpectedly'
  private outgoing: ToHost[] = []
  private throttle: CpuThrottle | null = null
  /** When the thread asked for the secret that it waits for; null while it waits for none. */
  private askedAt: number | null = null

  constructor(events: HostEvents, { monotonic, onEnded, ...settings }: FunctionHostOptions) {
    this.events = events
    this.onEnded = onEnded
    this.thread = startHostThread(settings)
    const { worker, port, secrets, control } = this.thread
    this.monotonic = monotonic
    this.attempts = new AttemptSlots(control)
    this.watch = new HeartbeatWatch(control, monotonic, settings.lowPriority)
    this.cache = createValueCache(this.send)
    this.waitForAnswer = createAdaptiveWait(control, controlBlock.sent)
    this.checkBuffers = watchBuffers(worker, () => this.terminate(tookMemory.buffers))
    port.on('message', this.receive)
    secrets.on('message', (question: SecretQuestion) => void this.answer(question))
    worker.on('error', (error: NodeJS.ErrnoException) => {
      this.endReason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tookMemory.heap : error.message
    })
    worker.on('exit', () => this.noteExit())
  }

  get state(): HostState {
    return this.current
  }

  /** Number of attempts under way. */
  get load(): number {
    return this.attempts.size
  }

  /** Number of attempts in `load` that the thread has not begun. */
  get waiting(): number {
    return this.attempts.unbegun
  }

  /** True while new attempts may go to this thread. */
  get isAvailable(): boolean {
    return this.current === 'answering' || this.current === 'loading'
  }

  /** True while the thread answers, as far as the engine has noticed. */
  get isAnswering(): boolean {
    return this.isAvailable || this.current === 'draining'
  }

  /** True while the thread may have attempts that were neither begun nor withdrawn. */
  get canWithdraw(): boolean {
    return this.isAnswering || (this.current === 'ending' && !this.attempts.isWithdrawn)
  }

  start(request: FunctionRequest): void {
    const slot = this.attempts.add(request)
    const message: ToHost = { ...this.cache.shorten(request), slot }
    if (request.each === undefined && this.attempts.size === 1 && this.events.isIdle?.()) this.sendAndWait(message)
    else this.send(message)
  }

  cancel(id: string): void {
    const slot = this.attempts.slotOf(id)
    if (slot === undefined) return
    this.attempts.remove(slot)
    this.send({ cancel: slot })
  }

  /** Lets the thread load a function, so that the first call need not wait for the load. */
  prepare(functionName: string): void {
    this.send({ prepare: functionName })
  }

  /**
   * Takes back the attempts that were sent and not begun, when the thread does not answer. The thread begins none of
   * them.
   */
  withdraw(): readonly FunctionRequest[] {
    const next = afterWithdrawal[this.current]
    if (next) this.enter(next)
    const { mark, requests } = this.attempts.withdraw()
    this.send({ reopen: mark })
    return requests
  }

  /** Puts the thread at idle priority for good, where the system can do that for a thread. */
  yieldToAll(): void {
    const thread = this.thread.control[controlBlock.thread] ?? 0
    if (thread === 0 || (this.current !== 'answering' && this.current !== 'unresponsive')) return
    this.enter('yielding')
    setIdlePriority(thread)
  }

  /**
   * Throttles the thread until its next message: the thread is stopped for most of the time in which this process has
   * work. The stopped time does not count as unresponsiveness.
   */
  setThrottle(reason: ThrottleReason | null): void {
    if (this.isGoing || (!reason && !this.throttle)) return
    this.throttle ??= throttleCpu(stoppableThread(this.thread.worker.threadId), (ms) => this.watch.noteStopped(ms))
    this.throttle.set(reason)
  }

  /** For how long the current function call has not returned, measured from the second look at that call. */
  lookAtCall(): Unresponsiveness {
    return this.watch.lookAtCall()
  }

  /**
   * Asks the thread for a sign of life if there may be reason to, and returns for how long the thread has not answered.
   * A thread that holds too much memory is ended.
   */
  probe(): Unresponsiveness {
    if (this.current === 'loading' || this.current === 'ended' || this.watch.isProbeUnneeded) return responsive
    if (this.askedAt !== null) return responsive
    this.checkBuffers()
    return this.watch.lookAtProbe(this.sendProbe)
  }

  /** Ends the thread, which may take a while. `onDeath` gets the attempts that were under way. */
  terminate(reason: string): void {
    if (this.isGoing) return
    this.enter('ending')
    this.endReason = reason
    this.endThrottle()
    void this.thread.worker.terminate()
  }

  /** Ends the thread without a report. */
  async close(): Promise<void> {
    if (this.current !== 'closing' && this.current !== 'ended') this.enter('closing')
    this.endThrottle()
    this.thread.port.close()
    this.thread.secrets.close()
    await this.thread.worker.terminate()
  }

  private get isGoing(): boolean {
    return this.current === 'ending' || this.current === 'closing' || this.current === 'ended'
  }

  private enter(next: HostState): void {
    this.current = transition('function host', hostTransitions, this.current, next)
  }

  private readonly send = (message: ToHost): void => {
    this.watch.noteMessage()
    this.outgoing.push(message)
    if (this.outgoing.length === 1) setImmediate(this.post)
  }

  private readonly sendProbe = (): void => this.send({ probe: true })

  private readonly post = (): void => {
    if (this.outgoing.length === 0) return
    const batch = this.outgoing
    this.outgoing = []
    const text = JSON.stringify(batch)
    this.watch.noteSent(text.length)
    this.thread.port.postMessage(text)
  }

  /** Sends a call while there is no other work: at once, and waits a moment for the answer. */
  private sendAndWait(message: ToHost): void {
    this.watch.noteMessage()
    this.outgoing.push(message)
    const sent = Atomics.load(this.thread.control, controlBlock.sent)
    this.post()
    setImmediate(() => {
      if (this.attempts.size !== 1 || this.outgoing.length > 0) return
      if (this.waitForAnswer(sent)) this.receiveAll()
    })
  }

  private readonly receive = (text: string): void => {
    const next = afterMessage[this.current]
    if (next) this.enter(next)
    this.watch.noteAnswer(this.attempts.size)
    this.endThrottle()
    for (const message of JSON.parse(text) as readonly FromHost[]) {
      const request = 'outcome' in message ? this.attempts.remove(message.slot) : this.attempts.get(message.slot)
      this.events.onMessage(request, message)
    }
  }

  /** Answers a question for a secret. The thread names an attempt, and the attempt decides what it may read. */
  private async answer({ question, slot, name }: SecretQuestion): Promise<void> {
    const askedAt = this.monotonic()
    this.askedAt = askedAt
    const request = this.attempts.get(slot)
    const answer = request ? await this.events.onSecret(request, name) : noAttempt
    if (this.askedAt === askedAt) this.askedAt = null
    this.watch.noteStopped(this.monotonic() - askedAt)
    if (this.current === 'ended') return
    this.thread.secrets.postMessage({ question, answer } satisfies SecretReply)
    notifyWaiter(this.thread.control, controlBlock.answered)
  }

  /** Reads the messages that have arrived, without waiting for a turn of the event loop. */
  private receiveAll(): void {
    const { port } = this.thread
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
      this.receive(next.message as string)
    }
  }

  private noteExit(): void {
    this.endThrottle()
    this.thread.secrets.close()
    this.onEnded?.()
    const isReported = this.current !== 'closing'
    if (isReported) {
      // Messages that the thread sent before it died.
      this.receiveAll()
      this.thread.port.close()
    }
    this.enter('ended')
    if (!isReported) return
    const { culprits, bystanders } = this.attempts.removeAll()
    this.events.onDeath(culprits, bystanders, this.endReason)
  }

  private endThrottle(): void {
    this.throttle?.end()
    this.throttle = null
  }
}
