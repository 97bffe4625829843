import { RunFailedError } from './errors.ts'
import type { HeddleClient } from './heddle-client.ts'
import type { DomainEvent, Run, RunStatus, VariantOutput } from './types.ts'

/** How far the steps of a run are. */
export interface Progress {
  readonly completed: number
  readonly failed: number
  readonly skipped: number
  /** The steps under way. */
  readonly active: readonly string[]
  /** The last event that a step has reported its progress by. */
  readonly latest: DomainEvent | null
}

/** What is known of a run. A new object for each change, and the same object otherwise. */
export interface Followed {
  readonly run: Run | null
  readonly events: readonly DomainEvent[]
  readonly status: RunStatus | null
  readonly progress: Progress
  readonly outputs: readonly VariantOutput[]
  readonly error: Error | null
  readonly isLive: boolean
}

const statuses: Readonly<Record<string, RunStatus>> = {
  'workflow.run.created': 'pending',
  'workflow.run.queued': 'pending',
  'workflow.run.promoted': 'pending',
  'workflow.run.started': 'running',
  'workflow.run.resumed': 'running',
  'workflow.run.waiting': 'waiting',
  'workflow.run.paused': 'paused',
  'workflow.run.completed': 'completed',
  'workflow.run.failed': 'failed',
  'workflow.run.cancelled': 'cancelled',
}
const ended: ReadonlySet<RunStatus | null> = new Set(['completed', 'failed', 'cancelled'])

/** Events that arrive within this time are shown together. */
const SHOWN_EVERY_MS = 100
/** A long history is copied for each change: the longer it is, the rarer that is. */
const EVENTS_PER_MS = 20

/**
 * A run that is followed for its subscribers. It is closed or open; when it is opened again, it goes on behind the last
 * event, so React may mount a component twice.
 */
export class RunFollower {
  readonly #client: HeddleClient
  readonly #runId: string
  readonly #includeInternal: boolean
  readonly #listeners = new Set<() => void>()
  readonly #events: DomainEvent[] = []
  readonly #nodes = new Map<string, 'active' | 'completed' | 'failed' | 'skipped'>()
  #latest: DomainEvent | null = null
  #run: Run | null = null
  #status: RunStatus | null = null
  #error: Error | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #ending: AbortController | null = null
  current: Followed

  constructor(client: HeddleClient, runId: string, includeInternal: boolean) {
    this.#client = client
    this.#runId = runId
    this.#includeInternal = includeInternal
    this.current = this.#shown()
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Follows the run until the returned function is called. */
  open(): () => void {
    const ending = new AbortController()
    this.#ending = ending
    void this.#follow(ending.signal)
    return () => {
      ending.abort()
      if (this.#ending !== ending) return
      this.#ending = null
      clearTimeout(this.#timer)
      this.#timer = undefined
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { runs } = this.#client.workflows
    const lastEventId = this.#events.at(-1)?.id
    try {
      await this.#read(signal)
      const options = { signal, includeInternal: this.#includeInternal, ...(lastEventId && { lastEventId }) }
      for await (const event of runs.watch(this.#runId, options)) {
        if (signal.aborted) return
        this.#take(event)
        this.#showSoon()
      }
      await this.#read(signal)
    } catch (error) {
      if (signal.aborted) return
      this.#error = error instanceof Error ? error : new Error(String(error))
    }
    if (!signal.aborted) this.#show()
  }

  async #read(signal: AbortSignal): Promise<void> {
    const run = await this.#client.workflows.runs.get(this.#runId)
    if (signal.aborted) return
    this.#run = run
    this.#status = run.status
    this.#error = run.status === 'failed' || run.status === 'cancelled' ? new RunFailedError(run) : null
    this.#showSoon()
  }

  #take(event: DomainEvent): void {
    this.#events.push(event)
    if (event.run_id === this.#runId) this.#status = statuses[event.kind] ?? this.#status
    if (event.node_key === null) return
    const node = `${event.variant_index}/${event.node_key}`
    const [, state = ''] = /^workflow\.node\.(\w+)$/.exec(event.kind) ?? []
    if (state === 'started' || state === 'progress') this.#nodes.set(node, 'active')
    if (state === 'completed' || state === 'failed' || state === 'skipped') this.#nodes.set(node, state)
    if (state === 'progress') this.#latest = event
  }

  #showSoon(): void {
    const pauseMs = SHOWN_EVERY_MS + this.#events.length / EVENTS_PER_MS
    this.#timer ??= setTimeout(() => this.#show(), pauseMs)
  }

  #show(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.current = this.#shown()
    for (const listener of this.#listeners) listener()
  }

  #shown(): Followed {
    const states = [...this.#nodes.values()]
    const count = (state: string) => states.filter((each) => each === state).length
    return {
      run: this.#run,
      events: [...this.#events],
      status: this.#status,
      progress: {
        completed: count('completed'),
        failed: count('failed'),
        skipped: count('skipped'),
        active: [...this.#nodes]
          .filter(([, state]) => state === 'active')
          .map(([node]) => node.slice(node.indexOf('/') + 1)),
        latest: this.#latest,
      },
      outputs: this.#run?.outputs ?? [],
      error: this.#error,
      isLive: this.#error === null && !ended.has(this.#status),
    }
  }
}
