import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { limits } from '#core/limits.ts'
import { createSelfCompactingMap } from '../ownership/self-compacting-map.ts'
import type { FunctionRequest } from '../ports.ts'
import { functionEnvironment } from './function-environment.ts'
import { type HeldFor, type Hold, holdBack } from './hold-back.ts'
import { createKeptValues } from './kept-values.ts'
import { createLookout } from './lookout.ts'
import { heapBound, tookMemory, watchBuffers } from './memory-bound.ts'
import { type FromHost, type HostData, type ToHost, words } from './messages.ts'
import { threadTimes, yieldAltogether } from './run-delay.ts'
import { noSilence, type Silence, silenceSince, type ThreadMark } from './silence.ts'
import { stoppableThread } from './stop-thread.ts'

/**
 * A function host is the engine's side of one host thread. It sends attempts, receives their outcomes, and
 * knows which attempts were under way when the thread died or stopped answering.
 */
export interface FunctionHost {
  readonly load: number
  /** Number of attempts in `load` that the thread has not begun. */
  readonly waiting: number
  /** True from `withdraw` to the next sign of life of the thread. */
  readonly silent: boolean
  start(request: FunctionRequest): void
  cancel(id: string): void
  /**
   * Takes back the attempts that were sent and not begun, when the thread does not answer. The thread begins none of
   * them.
   */
  withdraw(): readonly FunctionRequest[]
  /** The thread runs at idle priority; new attempts go to another thread. */
  readonly yields: boolean
  /** Puts the thread at idle priority, where the system can do that for a thread. There is no way back. */
  yieldToAll(): void
  /**
   * Holds the thread back until its next sign of life: the thread is stopped for most of the time in which this process
   * has work. The stopped time does not count as silence.
   */
  setHeld(heldFor: HeldFor | null): void
  /** Lets the thread load a function, so that the first call need not wait for the load. */
  prepare(functionName: string): void
  /** Ends the thread. `onDeath` gets the attempts that were under way. */
  terminate(reason: string): void
  /** For how long the current function call has not returned, measured from the second `look` at that call. */
  look(): Silence
  /**
   * Asks the thread for a sign of life if there may be reason to, and returns for how long that has not come. A thread
   * that holds too much memory is ended.
   */
  probe(): Silence
  close(): Promise<void>
}

export interface HostEvents {
  /** True when this thread may block for a moment without delay to other work; absent: never. */
  isIdle?(): boolean
  onMessage(request: FunctionRequest | null, message: FromHost): void
  /** `suspects` may have been the reason; the thread was not running the `innocent` ones at the time. */
  onDeath(suspects: readonly FunctionRequest[], innocent: readonly FunctionRequest[], reason: string): void
}

export interface FunctionHostOptions extends Pick<HostData, 'secrets' | 'yielding' | 'callNote'> {
  /** The thread is gone, for whatever reason. */
  onEnded?(): void
}

const PLACES = 0x7fff_fffe

export function createFunctionHost(
  functionsFolders: readonly string[],
  events: HostEvents,
  monotonic: () => number,
  { secrets, yielding, callNote, onEnded }: FunctionHostOptions,
): FunctionHost {
  const shared = new SharedArrayBuffer(words.bytes)
  const told = new Int32Array(shared)
  const { port1: port, port2 } = new MessageChannel()
  const data: HostData = {
    port: port2,
    functionsFolders,
    secrets,
    words: shared,
    resultBytes: limits.run.resultBytes,
    resultDepth: limits.run.jsonDepth,
    yielding,
    callNote,
  }
  const worker = new Worker(new URL('./host.ts', import.meta.url), {
    workerData: data,
    transferList: [port2],
    env: functionEnvironment(),
    resourceLimits: heapBound,
    // The flags of the process are not inherited: a thread may not have some of them.
    execArgv: ['--disable-warning=ExperimentalWarning', '--enable-source-maps'],
  })
  const under = createSelfCompactingMap<number, FunctionRequest>()
  const places = createSelfCompactingMap<string, number>()
  let nextPlace = 1
  let begun = 0
  let withdrawals = 0
  let silent = false
  let outgoing: ToHost[] = []
  let probed: ThreadMark | null = null
  let called: { readonly place: number; mark: ThreadMark | null } | null = null
  let hold: Hold | null = null
  let restedMs = 0
  /** Characters sent to the thread since its last sign of life. */
  let unread = 0
  let settled = true
  let up = false
  let reason = 'it ended by itself'
  let closing = false
  let terminating = false
  let yieldsToAll = false

  const { hostExcusedShare, hostExcusedYieldingShare } = limits.engine
  const excusedShare = yielding ? hostExcusedYieldingShare : hostExcusedShare
  const lookout = createLookout(told, words.said)
  /** Reads the clock of the thread, which stands still while the thread is stopped. */
  const mark = (): ThreadMark => ({ at: monotonic() - restedMs, times: threadTimes(told[words.thread] ?? 0) })
  const letGo = () => {
    hold?.end()
    hold = null
  }

  const send = (message: ToHost) => {
    settled = false
    outgoing.push(message)
    if (outgoing.length === 1) setImmediate(post)
  }
  const post = () => {
    if (outgoing.length === 0) return
    const batch = outgoing
    outgoing = []
    const text = JSON.stringify(batch)
    unread += text.length
    port.postMessage(text)
  }
  const kept = createKeptValues(send)
  /** Sends a call while there is no other work: at once, and waits for the answer. */
  const sendAlone = (message: ToHost) => {
    settled = false
    outgoing.push(message)
    const said = Atomics.load(told, words.said)
    post()
    setImmediate(() => {
      if (under.size !== 1 || outgoing.length > 0) return
      if (lookout(said)) hearAll()
    })
  }
  const forget = (place: number) => {
    const request = under.get(place)
    if (!request) return null
    under.delete(place)
    places.delete(request.id)
    return request
  }

  const terminate = (why: string) => {
    // The end of a thread may take a while; it is requested once.
    if (terminating) return
    terminating = true
    reason = why
    letGo()
    void worker.terminate()
  }
  const lookAtBuffers = watchBuffers(worker, () => terminate(tookMemory.buffers))

  const noteBegun = (word: number) => {
    if (word > 0) begun = word
  }

  const hear = (text: string) => {
    up = true
    silent = false
    unread = 0
    probed = null
    letGo()
    settled = under.size === 0
    for (const message of JSON.parse(text) as readonly FromHost[]) {
      const request = 'outcome' in message ? forget(message.place) : (under.get(message.place) ?? null)
      events.onMessage(request, message)
    }
  }
  /** Reads the messages that have arrived, without waiting for a turn of the event loop. */
  const hearAll = () => {
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) hear(next.message as string)
  }
  port.on('message', hear)
  worker.on('error', (error: NodeJS.ErrnoException) => {
    reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tookMemory.heap : error.message
  })
  worker.on('exit', () => {
    letGo()
    onEnded?.()
    if (closing) return
    // Messages that the thread sent before it died.
    hearAll()
    port.close()
    const culprit = told[words.calling] ?? 0
    noteBegun(Atomics.load(told, words.begun))
    const requests = [...under.entries()]
    under.clear()
    places.clear()
    // During the call of one function no other function runs; outside of a call any begun attempt is a suspect.
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
      const message: ToHost = { ...kept.shorten(request), place }
      if (request.each === undefined && under.size === 1 && events.isIdle?.()) sendAlone(message)
      else send(message)
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
    get yields() {
      return yieldsToAll
    },
    yieldToAll() {
      const thread = told[words.thread] ?? 0
      if (yieldsToAll || thread === 0) return
      yieldsToAll = true
      yieldAltogether(thread)
    },
    setHeld(heldFor) {
      if (terminating || closing || (!heldFor && !hold)) return
      hold ??= holdBack(stoppableThread(worker.threadId), (ms) => {
        restedMs += ms
      })
      hold.set(heldFor)
    },
    prepare(functionName) {
      send({ prepare: functionName })
    },
    terminate,
    look() {
      const place = Atomics.load(told, words.calling)
      if (called?.place !== place) called = { place, mark: null }
      // Most calls return before the next look, so the mark is read at the second look only.
      else if (place !== 0 && called.mark) return silenceSince(called.mark, mark(), excusedShare)
      else if (place !== 0) called.mark = mark()
      return noSilence
    },
    probe() {
      // A thread cannot answer before it has loaded; if it cannot load, it ends.
      if (settled || !up) return noSilence
      lookAtBuffers()
      if (probed) return whileReading(silenceSince(probed, mark(), excusedShare), unread)
      probed = mark()
      send({ probe: true })
      return noSilence
    },
    async close() {
      closing = true
      letGo()
      port.close()
      await worker.terminate()
    },
  }
}

/** The time to read the messages sent to the thread does not count as silence. */
function whileReading(silence: Silence, characters: number): Silence {
  return { ...silence, ms: Math.max(0, silence.ms - characters / limits.engine.hostReadsPerMs) }
}

/** Places wrap around: the order is that of the shorter distance. */
function isAfter(place: number, other: number): boolean {
  const distance = (place - other + PLACES) % PLACES
  return distance > 0 && distance < PLACES / 2
}
