import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { Delivered } from '#core/run/code/replay.ts'
import type { QueryAnswer } from '#sdk/workflow/messages.ts'
import { CodeHost } from '#server/engine/executor/code/code-host.ts'
import type { LoadedCode, WholeHistory } from '#server/engine/executor/code/messages.ts'
import { localClock } from '#server/engine/world/local-clock.ts'
import type { ServerTask } from './agent-server.ts'

/** A code workflow that the agent runs. */
export interface Body {
  readonly type: string
  readonly hash: string
  readonly code: LoadedCode
}

interface KeptRun {
  /** The last event that the body has seen. */
  readonly seq: number
  readonly input: Json
  readonly firstRunId: string
}

/**
 * The bodies of an agent's runs, in one thread. A blocked body stays cached there, and each poll names the cached ones, so
 * that their deliveries have news alone. Where the thread has lost a body, the history is read and replayed.
 */
export class Bodies {
  readonly #bodies: ReadonlyMap<string, Body>
  readonly #host: CodeHost
  readonly #keeps: boolean
  readonly #kept = new Map<string, KeptRun>()
  /** By run, how the whole history of its task in hand is read. */
  readonly #histories = new Map<string, () => Promise<WholeHistory>>()

  /** `keeps`: false caches no bodies, and replays the whole history at each delivery. */
  constructor(bodies: readonly Body[], keeps: boolean) {
    this.#keeps = keeps
    this.#bodies = new Map(bodies.map((body) => [body.type, body]))
    const codes = new Map(bodies.map(({ hash, code }) => [hash, code]))
    this.#host = new CodeHost(
      {
        code: async (hash) => codes.get(hash) as LoadedCode,
        history: (runId) => {
          const read = this.#histories.get(runId)
          return read === undefined ? Promise.reject(new Error('The task has ended.')) : read()
        },
      },
      localClock.after,
    )
  }

  /** The cached bodies: by run, the last event that the body has seen. */
  get cached(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#kept].map(([runId, { seq }]) => [runId, seq]))
  }

  /** Delivers news to a body. `read` fetches the whole history, where the delivery has news alone and the body is lost. */
  async deliver(task: ServerTask, read: () => Promise<WholeHistory>): Promise<Delivered> {
    const { run_id: runId, up_to_seq: upToSeq = 0, from_seq: fromSeq = 0, history, news = [] } = task
    const kept = this.#kept.get(runId)
    this.#kept.delete(runId)
    this.#histories.set(runId, read)
    try {
      const run = this.#runOf(task, kept)
      const delivered = await this.#host.deliver({ run, fromSeq, upToSeq, news, ...(history && { history }) })
      if (delivered.outcome.kind === 'blocked' && this.#keeps) {
        this.#keep(runId, { seq: upToSeq, input: run.input, firstRunId: run.firstRunId })
      }
      return delivered
    } finally {
      this.#histories.delete(runId)
    }
  }

  query(task: ServerTask): Promise<QueryAnswer | null> {
    const { name = '', args = [], up_to_seq: fromSeq = 0, history } = task
    return this.#host.query({ run: this.#runOf(task), name, args, fromSeq, ...(history && { history }) })
  }

  close(): Promise<void> {
    return this.#host.close()
  }

  #runOf({ run_id: runId, type, input, first_run_id }: ServerTask, kept?: KeptRun) {
    const body = this.#bodies.get(type)
    if (body === undefined) throw new Error(`The agent has no workflow ${type}.`)
    return {
      runId,
      workflowType: type,
      firstRunId: first_run_id ?? kept?.firstRunId ?? runId,
      input: input ?? kept?.input ?? null,
      hash: body.hash,
    }
  }

  #keep(runId: string, run: KeptRun): void {
    this.#kept.set(runId, run)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > limits.agent.kept && oldest !== undefined) this.#kept.delete(oldest)
  }
}
