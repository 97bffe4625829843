import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '#core/limits.ts'
import { messageOf } from '#core/message-of.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import type { Executor, ExecutorEvents, FunctionRequest } from '#server/engine/ports.ts'
import { reachPoint } from './agent-points.ts'
import { type AgentServer, Refused, type ServerTask } from './agent-server.ts'
import type { Bodies } from './bodies.ts'

export interface AgentOptions {
  readonly id: string
  readonly server: AgentServer
  readonly queues: readonly string[]
  /** The version of the program. */
  readonly version: string
  /** The maximum number of concurrent tasks. */
  readonly tasks: number
  /** The workflows in the wire format of the registration. */
  readonly workflows: readonly object[]
  readonly bodies: Bodies
  createExecutor(events: ExecutorEvents): Executor<FunctionRequest>
  readonly log: (line: string) => void
}

export interface Agent {
  /** Why the agent is not ready; empty when it polls. */
  readonly troubles: readonly string[]
  /** Takes no more tasks, waits for those in hand for `stopGraceMs`, and returns the rest. */
  stop(): Promise<void>
}

const POLL_SECONDS = 20
const AGAIN_MS = 1_000
/** Heartbeats per lease. */
const BEATS = 3

export async function startAgent(options: AgentOptions): Promise<Agent> {
  const agent = new PollingAgent(options)
  agent.begin()
  return agent
}

/**
 * The states of an agent:
 *
 * - `registering`: the server has no registration of the agent. Leaves to `polling`.
 * - `polling`: the agent takes tasks. Leaves to `registering` when the server has lost the registration.
 * - `stopping`: the agent takes no more tasks. Final.
 */
type AgentState = 'registering' | 'polling' | 'stopping'

class PollingAgent implements Agent {
  readonly #options: AgentOptions
  readonly #inHand = new Map<string, ServerTask>()
  readonly #calls = new Map<string, (outcome: AttemptOutcome) => void>()
  readonly #ending = new AbortController()
  readonly #executor: Executor<FunctionRequest>
  readonly #progressAt = new Map<string, number>()
  #state: AgentState = 'registering'
  #trouble = 'The agent is not registered yet.'
  #wake: () => void = () => undefined
  #loop: Promise<void> = Promise.resolve()

  constructor(options: AgentOptions) {
    this.#options = options
    this.#executor = options.createExecutor({
      onOutcome: (token, outcome) => this.#calls.get(token)?.(outcome),
      onProgress: (token, progress) => this.#report(token, progress),
    })
  }

  get troubles(): readonly string[] {
    return this.#trouble === '' ? [] : [this.#trouble]
  }

  begin(): void {
    this.#loop = this.#run()
  }

  async stop(): Promise<void> {
    const { id, server, log, bodies } = this.#options
    this.#state = 'stopping'
    this.#ending.abort()
    this.#wake()
    await this.#loop
    const deadline = performance.now() + limits.worker.stopGraceMs
    while (this.#inHand.size > 0 && performance.now() < deadline) await sleep(20)
    await Promise.all([...this.#inHand.values()].map((task) => this.#giveBack(task)))
    await server.post('/unregister', { agent_id: id }).catch((error: unknown) => log(messageOf(error)))
    await Promise.all([bodies.close(), this.#executor.close()])
  }

  async #run(): Promise<void> {
    while (this.#state !== 'stopping') {
      try {
        if (this.#state === 'registering') await this.#register()
        await this.#poll()
      } catch (error) {
        if (this.#ending.signal.aborted) return
        if (error instanceof Refused && error.code === 'AGENT_REMOVED') this.#state = 'registering'
        else await this.#notReady(error)
      }
    }
  }

  async #notReady(error: unknown): Promise<void> {
    const said = messageOf(error)
    if (said !== this.#trouble) this.#options.log(said)
    this.#trouble = said
    await sleep(AGAIN_MS, undefined, { signal: this.#ending.signal }).catch(() => undefined)
  }

  async #register(): Promise<void> {
    const { id: agent_id, queues, workflows, server } = this.#options
    await server.post('/register', { agent_id, queues, workflows, version: this.#options.version })
    if (this.#state === 'registering') this.#state = 'polling'
  }

  async #poll(): Promise<void> {
    const { id: agent_id, server, tasks, bodies } = this.#options
    const room = tasks - this.#inHand.size
    if (room <= 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      return
    }
    const max = Math.min(room, limits.agent.tasksPerPoll)
    const body = { agent_id, max, wait_seconds: POLL_SECONDS, cached: bodies.cached }
    const found = await server.post<{ readonly tasks: readonly ServerTask[] }>('/poll', body, this.#ending.signal)
    this.#trouble = ''
    if (found.tasks.length > 0) reachPoint('poll.after')
    for (const task of found.tasks) void this.#do(task)
  }

  async #do(task: ServerTask): Promise<void> {
    const { log } = this.#options
    this.#inHand.set(task.token, task)
    const heart = setInterval(() => void this.#renew(task, {}), (task.lease_seconds * 1_000) / BEATS)
    try {
      const answer = await this.#answerTo(task)
      if (!this.#inHand.has(task.token)) return
      reachPoint('respond.before')
      await this.#respond(task, answer)
      reachPoint('respond.after')
    } catch (error) {
      log(`${task.workflow} ${task.run_id}: ${messageOf(error)}`)
    } finally {
      clearInterval(heart)
      this.#inHand.delete(task.token)
      this.#calls.delete(task.token)
      this.#progressAt.delete(task.token)
      this.#wake()
    }
  }

  #answerTo(task: ServerTask): Promise<object> {
    if (task.kind === 'workflow') return this.#deliver(task)
    return task.kind === 'query' ? this.#query(task) : this.#call(task)
  }

  async #deliver(task: ServerTask): Promise<object> {
    const { bodies, server } = this.#options
    const { task_id, token, up_to_seq } = task
    const delivering = bodies.deliver(task, async () => {
      const read = await server.post<Required<Pick<ServerTask, 'history'>>>(`/tasks/${task_id}/history`, { token })
      return read.history
    })
    reachPoint('replay.mid')
    const { commands, notes, outcome, unread } = await delivering
    const { kind, ...more } = outcome
    const { error, ...rest } = more as { readonly error?: { readonly code: string; readonly message: string } }
    const failure = error === undefined ? {} : { failure: { type: error.code, message: error.message } }
    return { up_to_seq, outcome: kind, commands, notes, unread, ...rest, ...failure }
  }

  async #query(task: ServerTask): Promise<object> {
    const failed = (type: string, message: string) => ({ failure: { type, message } })
    const answer = await this.#options.bodies
      .query(task)
      .catch((error: unknown) => failed('QUERY_FAILED', messageOf(error)))
    return answer ?? failed('QUERY_NOT_REGISTERED', `The code has no handler of the query ${task.name}.`)
  }

  /** Calls a function and waits for its outcome. */
  async #call(task: ServerTask): Promise<object> {
    const { token, type, run_id: runId, workflow, step = '', iteration = 1, attempt, key = '' } = task
    const { timeout_ms, heartbeat_timeout_ms } = task
    const ended = new Promise<AttemptOutcome>((resolve) => this.#calls.set(token, resolve))
    this.#executor.start({
      id: token,
      function: type,
      runId,
      ownerId: 'local',
      workflow,
      step,
      iteration,
      attempt,
      undo: false,
      ...(task.kind === 'activity' && { activity: true as const }),
      with: task.kind === 'activity' ? (task.args ?? []) : (task.with ?? null),
      input: task.input ?? null,
      state: task.state ?? {},
      key,
      ...(timeout_ms !== undefined && { timeoutMs: timeout_ms }),
      ...(heartbeat_timeout_ms !== undefined && { heartbeatTimeoutMs: heartbeat_timeout_ms }),
      byWorker: true,
      interruptions: 0,
    })
    const outcome = await ended
    if (outcome.kind === 'completed') return { result: outcome.output }
    if (outcome.kind === 'directive') return { directive: outcome.directive }
    const { code, message, stack } = outcome.error
    return { failure: { type: code, message, ...(stack && { stack }), retryable: outcome.retryable } }
  }

  /** Sends an answer until the server has accepted or refused it. The server records repetitions once. */
  async #respond({ task_id, token }: ServerTask, answer: object): Promise<void> {
    for (;;) {
      try {
        await this.#options.server.post(`/tasks/${task_id}/respond`, { token, ...answer })
        return
      } catch (error) {
        if (error instanceof Refused && error.status < 500 && error.status !== 429) throw error
        if (!this.#inHand.has(token)) return
        await sleep(AGAIN_MS)
      }
    }
  }

  async #renew({ task_id, token }: ServerTask, details: object): Promise<void> {
    try {
      const path = `/tasks/${task_id}/heartbeat`
      const { cancel_requested } = await this.#options.server.post<{ readonly cancel_requested: boolean }>(path, {
        token,
        details,
      })
      if (cancel_requested) this.#drop(token)
    } catch (error) {
      if (error instanceof Refused && error.code === 'NOT_LEASED') this.#drop(token)
    }
  }

  /** The task is leased to another agent, or its run no longer awaits it. */
  #drop(token: string): void {
    if (!this.#inHand.delete(token)) return
    this.#executor.cancel(token)
    this.#wake()
  }

  #report(token: string, progress: { readonly fraction?: number; readonly note?: string }): void {
    const task = this.#inHand.get(token)
    const now = performance.now()
    if (!task || now - (this.#progressAt.get(token) ?? Number.NEGATIVE_INFINITY) < limits.worker.progressEveryMs) return
    this.#progressAt.set(token, now)
    void this.#renew(task, progress)
  }

  /** Returns a delivery or a query to its queue; a function that has begun is reported as lost, and its run decides. */
  async #giveBack(task: ServerTask): Promise<void> {
    const { server, log } = this.#options
    const { task_id, token, kind, type } = task
    this.#executor.cancel(token)
    const failure = { type: 'WORKER_LOST', message: `The agent that ran ${type} was stopped.`, retryable: true }
    const given =
      kind === 'workflow' || kind === 'query'
        ? server.post(`/tasks/${task_id}/release`, { token })
        : server.post(`/tasks/${task_id}/respond`, { token, failure })
    await given.catch((error: unknown) => log(messageOf(error)))
  }
}
