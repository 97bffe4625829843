import { Worker } from 'node:worker_threads'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { createChurnMap } from '../churn-map.ts'
import type { FunctionRequest } from '../ports.ts'
import { type FromHost, type HostData, type ToHost, words } from './messages.ts'
import { couldAnswerMs, runDelayMs, yieldAltogether } from './run-delay.ts'

/**
 * The engine's side of one host thread: sends attempts, hears their ends, and
 * knows what was under way when the thread died or stopped answering.
 */
export interface FunctionHost {
  readonly load: number
  /** How much of it has not been begun. */
  readonly waiting: number
  /** From `withdraw` to its next sign of life. */
  readonly silent: boolean
  start(request: FunctionRequest): void
  cancel(id: string): void
  /** Takes back what was sent and has not been begun: for a thread that does not answer. None of it is begun there any more. */
  withdraw(): readonly FunctionRequest[]
  /** From now on it gets the processor when nobody else wants it. There is no way back: another one is for what comes next. */
  yieldToAll(): void
  /** Ends the thread. What was under way is told to `onDeath`. */
  terminate(reason: string): void
  /** Asks for a sign of life if there may be reason to; returns for how many milliseconds it could have answered. */
  probe(): number
  close(): Promise<void>
}

export interface HostEvents {
  onMessage(request: FunctionRequest | null, message: FromHost): void
  /** `suspects` may have been the reason; `innocent` were not being run at the time. */
  onDeath(suspects: readonly FunctionRequest[], innocent: readonly FunctionRequest[], reason: string): void
}

const HEAP_MB = 1_024
/** Inputs and states of lists that are worked on, known to a thread by number. */
const VALUES_KEPT = 16
const PLACES = 0x7fff_fffe

export function createFunctionHost(
  functionsFolders: readonly string[],
  events: HostEvents,
  monotonic: () => number,
  { yielding }: Pick<HostData, 'yielding'>,
): FunctionHost {
  const shared = new SharedArrayBuffer(words.bytes)
  const told = new Int32Array(shared)
  const data: HostData = {
    functionsFolders,
    words: shared,
    payloadBytes: limits.run.payloadBytes,
    payloadDepth: limits.run.jsonDepth,
    yielding,
  }
  const worker = new Worker(new URL('./host.ts', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    // Not the process's own flags: some of them a thread may not have.
    execArgv: ['--disable-warning=ExperimentalWarning', '--enable-source-maps'],
  })
  const under = createChurnMap<number, FunctionRequest>()
  const places = createChurnMap<string, number>()
  let nextPlace = 1
  let begun = 0
  let withdrawals = 0
  let silent = false
  const kept = new Map<Json, number>()
  let nextKept = 0
  let outgoing: ToHost[] = []
  let probed: { readonly at: number; readonly runDelayMs: number } | null = null
  let settled = true
  let up = false
  let reason = 'it ended by itself'
  let closing = false
  let terminating = false
  let yieldsToAll = false

  const send = (message: ToHost) => {
    settled = false
    outgoing.push(message)
    if (outgoing.length > 1) return
    setImmediate(() => {
      const batch = outgoing
      outgoing = []
      worker.postMessage(JSON.stringify(batch))
    })
  }
  /** The items of one list have one input and one state, which may be long: they are sent once. */
  const withShared = (request: FunctionRequest, place: number): ToHost => {
    const shared = { input: keep(request.input), state: keep(request.state) }
    return { start: { ...request, input: null, state: null }, place, shared }
  }
  const keep = (value: Json): number => {
    const known = kept.get(value)
    if (known !== undefined) {
      // The one that was used last is dropped last.
      kept.delete(value)
      kept.set(value, known)
      return known
    }
    nextKept += 1
    kept.set(value, nextKept)
    send({ keep: nextKept, value })
    const [oldest] = kept
    if (oldest && kept.size > VALUES_KEPT) {
      kept.delete(oldest[0])
      send({ drop: oldest[1] })
    }
    return nextKept
  }
  const forget = (place: number) => {
    const request = under.get(place)
    if (!request) return null
    under.delete(place)
    places.delete(request.id)
    return request
  }

  const noteBegun = (word: number) => {
    if (word > 0) begun = word
  }

  worker.on('message', (text: string) => {
    up = true
    silent = false
    probed = null
    settled = under.size === 0
    for (const message of JSON.parse(text) as readonly FromHost[]) {
      const request = 'outcome' in message ? forget(message.place) : (under.get(message.place) ?? null)
      events.onMessage(request, message)
    }
  })
  worker.on('error', (error: Error) => {
    reason = error.message
  })
  worker.on('exit', () => {
    if (closing) return
    const culprit = told[words.calling] ?? 0
    noteBegun(Atomics.load(told, words.begun))
    const requests = [...under.entries()]
    under.clear()
    places.clear()
    // While one function was being called no other one ran; otherwise it may have been any that had been begun.
    const isSuspect = (place: number) => (culprit === 0 ? !isAfter(place, begun) : place === culprit)
    events.onDeath(
      requests.filter(([place]) => isSuspect(place)).map(([, request]) => request),
      requests.filter(([place]) => !isSuspect(place)).map(([, request]) => request),
      reason,
    )
  })

  return {
    get load() {
      return under.size
    },
    get waiting() {
      noteBegun(Atomics.load(told, words.begun))
      const sent = nextPlace === 1 ? PLACES : nextPlace - 1
      return Math.min(under.size, (sent - begun + PLACES) % PLACES)
    },
    get silent() {
      return silent
    },
    start(request) {
      const place = nextPlace
      nextPlace = nextPlace === PLACES ? 1 : nextPlace + 1
      under.set(place, request)
      places.set(request.id, place)
      send(request.each === undefined ? { start: request, place } : withShared(request, place))
    },
    cancel(id) {
      const place = places.get(id)
      if (place === undefined) return
      forget(place)
      send({ cancel: place })
    },
    withdraw() {
      silent = true
      withdrawals += 1
      noteBegun(Atomics.exchange(told, words.begun, -withdrawals))
      send({ reopen: -withdrawals })
      const places = [...under.keys()].filter((place) => isAfter(place, begun))
      return places.flatMap((place) => forget(place) ?? [])
    },
    yieldToAll() {
      if (yieldsToAll) return
      yieldsToAll = true
      yieldAltogether(told[words.thread] ?? 0)
    },
    terminate(why) {
      // Until it is gone, which may take it a while, it is asked once.
      if (terminating) return
      terminating = true
      reason = why
      void worker.terminate()
    },
    probe() {
      // Until it has loaded it cannot answer; if it cannot load, it ends.
      if (settled || !up) return 0
      const thread = told[words.thread] ?? 0
      if (probed) return couldAnswerMs(monotonic() - probed.at, runDelayMs(thread) - probed.runDelayMs)
      probed = { at: monotonic(), runDelayMs: runDelayMs(thread) }
      send({ probe: true })
      return 0
    },
    async close() {
      closing = true
      await worker.terminate()
    },
  }
}

/** Places are counted round: the nearer way is the right one. */
function isAfter(place: number, other: number): boolean {
  const distance = (place - other + PLACES) % PLACES
  return distance > 0 && distance < PLACES / 2
}
