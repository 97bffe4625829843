import type { CodeRunner, EagerStartHint, Ids, Store, Topic } from '#server/engine/ports.ts'
import { type Engine, type EngineWorld, runEngine } from '#server/engine/run-engine.ts'
import { createDatabaseClock } from '#server/engine/world/clock.ts'
import type { PlantedBug } from '../planted/planted-bug.ts'
import { createCodeHost } from './code-host.ts'
import { createFunctions } from './functions.ts'
import { connect } from './network.ts'
import { createProcess, type Process } from './process.ts'
import type { World } from './world.ts'

/** Slots where engines run: each engine starts, dies, and is restarted by its supervisor. */
export interface Engines {
  start(slot: number): void
  crash(slot: number, backAfterMs: number): void
  /** Stops an engine in order: it finishes work in flight and releases its runs. */
  stop(slot: number, backAfterMs: number): void
  pause(slot: number): void
  resume(slot: number): void
  jump(slot: number, ms: number): void
  /** The slot of the engine that holds the run; null if no engine holds the run or the engine is gone. */
  holderOf(runId: string): number | null
  /** Wakes all engines for new work, as by NOTIFY. */
  wake(): void
  /** Tells an engine about an eager start: at once, late, twice or never. */
  tell(hint: EagerStartHint): void
  /** Ids of registrations whose process is gone. */
  readonly names: ReadonlyMap<string, string>
}

const RESTART_MS = 1_000
/** One of this many worlds offloads even short values from the log. */
const APART_IN = 4
const SHORT = 4
/** One of this many worlds has an overloaded engine. */
const HOT_IN = 3
/** One of twice as many worlds gives an engine little memory for these values. */
const FEW_BYTES = 30
const SUPERVISOR_MS = 50
/** Half of the engines that stop drain before, for up to this long. */
const LONGEST_DRAIN_MS = 5_000
/** The longest delay of a hint: some hints arrive after the engine has made up for their loss and forgotten them. */
const LATEST_HINT_MS = 90_000

export function startEngines(world: World, bug: PlantedBug | null, wakeWorkers: () => void): Engines {
  return new SimulatedEngines(world, bug, wakeWorkers)
}

/** The slots, and what the network and the supervisor do to the engines in them. */
class SimulatedEngines implements Engines {
  readonly #world: World
  readonly #bug: PlantedBug | null
  readonly #wakeWorkers: () => void
  readonly #schedule: World['schedule']
  readonly #draw: World['draw']
  readonly #slots: readonly Slot[]
  readonly names = new Map<string, string>()

  constructor(world: World, bug: PlantedBug | null, wakeWorkers: () => void) {
    this.#world = world
    this.#bug = bug
    this.#wakeWorkers = wakeWorkers
    this.#schedule = world.schedule
    this.#draw = world.draw
    this.#slots = Array.from({ length: world.draw.engines }, () => createSlot())
  }

  start(slot: number) {
    const place = this.#slots[slot]
    if (!place) return
    place.startsAt?.()
    place.startsAt = null
    if (place.process?.isAlive) return
    place.lives += 1
    const rate = this.#draw.clockRates[slot] ?? 1
    if (rate !== 1) this.#world.saw('clock_skew')
    const process = createProcess(this.#world, `E${slot}.${place.lives}`, rate)
    place.process = process
    place.engine = null
    place.listeners = new Map()
    process.onEnd(() => {
      this.#world.note(`${process.name} is gone`)
      this.#noteWhatItLeaves(process)
      if (this.#draw.supervised) this.#schedule.at(this.#schedule.now + SUPERVISOR_MS, () => this.#endLeases(process))
      if (place.process !== process) return
      place.listeners = new Map()
      place.startsAt ??= this.#schedule.at(this.#schedule.now + RESTART_MS, () => this.start(slot))
    })
    const plantedStore = this.#bug?.store?.(this.#world.store, process, this.#world) ?? this.#world.store
    const store = this.#named(connect(plantedStore, process, this.#world, this.#bug), process)
    runEngine(this.#engineWorld(slot, process, store)).then(
      (engine) => {
        place.engine = engine
      },
      (error: unknown) => {
        this.#world.note(`${process.name} cannot start: ${String(error)}`)
        process.end()
      },
    )
  }

  /** Records which registration belongs to which process. */
  #named(store: Store, process: Process): Store {
    const { names } = this
    return {
      ...store,
      async register(...asked) {
        const registered = await store.register(...asked)
        names.set(registered.id, process.name)
        return registered
      },
    }
  }

  #noteWhatItLeaves(process: Process) {
    for (const { runId, engineId } of this.#world.tables.states.values()) {
      if (engineId === null || this.names.get(engineId) !== process.name) continue
      if (this.#world.isCompensating(runId)) this.#world.saw('crash inside a compensation')
    }
  }

  #endLeases(process: Process) {
    for (const row of this.#world.tables.engines.values()) {
      if (this.names.get(row.id) !== process.name) continue
      this.#world.tables.engines.set(row.id, { ...row, expiresAt: this.#world.databaseNow() - 1 })
    }
  }

  #engineWorld(slot: number, process: Process, store: Store): EngineWorld {
    return {
      store,
      clock: createDatabaseClock(process.clock),
      ids: idsOf(slot, process, this.#world),
      wakeUp: {
        wake: (topic) => {
          for (const listener of this.#slots[slot]?.listeners.get(topic) ?? []) listener()
          if (topic === 'engine') this.#wakeOthers(process)
          if (topic === 'work') this.#wakeWorkers()
        },
        listen: (topic, listener) => {
          const listeners = this.#slots[slot]?.listeners
          const set = listeners?.get(topic) ?? new Set()
          listeners?.set(topic, set.add(listener))
          return () => set.delete(listener)
        },
        // Simulated hints go to all engines.
        listenAs: () => () => undefined,
        listenForEagerStarts: async (listener) => {
          const place = this.#slots[slot]
          if (place) place.onEagerStart = listener
          return true
        },
        close: () => Promise.resolve(),
      },
      createExecutor: (events) => {
        const executor = createFunctions(this.#bug?.events?.(events) ?? events, process, this.#world)
        return this.#bug?.executor?.(executor, this.#world) ?? executor
      },
      ...(this.#draw.codes.length > 0 && { code: this.#codeHost(store, process) }),
      host: 'here',
      pid: slot,
      runsInMemory: this.#draw.runsInMemory,
      // In some worlds the first engine is overloaded, and hands runs back to the others.
      ...(slot === 0 && this.#draw.seed % HOT_IN === 1 && { isBusy: () => true, busyShare: () => 1 }),
      inlineCharacters: this.#draw.seed % APART_IN === 0 ? SHORT : undefined,
      payloadsInMemory: this.#draw.seed % (2 * APART_IN) === 0 ? FEW_BYTES : undefined,
      log: (line) => {
        this.#world.note(`${process.name} says: ${line}`)
        if (/cannot be stored/.test(line)) this.#world.saw('poison healed')
        if (/gone on without/.test(line)) this.#world.saw('session of another generation ended')
        if (/registering again/.test(line)) this.#world.saw('lease lost')
        if (/\d runs move/.test(line)) this.#world.saw('runs moved to another engine')
        if (/recovered \d/.test(line)) this.#world.saw('runs recovered')
        if (/is parked|cannot be taken up/.test(line)) this.#world.violate({ invariant: 'bug', what: line })
      },
    }
  }

  #codeHost(store: Store, process: Process): CodeRunner {
    const host = createCodeHost(store, process, this.#world)
    return this.#bug?.code?.(host, this.#world) ?? host
  }

  #wakeOthers(from: Process | null) {
    for (const place of this.#slots) {
      const { process } = place
      if (!process || process === from) continue
      if (this.#world.strikes('wake_up_lost', process.random)) continue
      this.#schedule.at(this.#schedule.now + process.random.between(0.1, 12), () =>
        process.deliver(() => {
          for (const listener of place.listeners.get('engine') ?? []) listener()
        }),
      )
    }
  }

  readonly tell = (hint: EagerStartHint): void => {
    for (const place of this.#slots) {
      const { process } = place
      if (!process || this.names.get(hint.engineId) !== process.name) continue
      const lateMs = this.#world.strikes('answer_delayed', process.random)
        ? process.random.between(100, LATEST_HINT_MS)
        : 0
      const hear = () => process.deliver(() => place.onEagerStart(hint))
      if (!this.#world.strikes('wake_up_lost', process.random))
        this.#schedule.at(this.#schedule.now + process.random.between(0.1, 12), hear)
      if (lateMs > 0) this.#schedule.at(this.#schedule.now + lateMs, hear)
    }
  }

  #backLater(slot: number, ms: number) {
    const place = this.#slots[slot]
    place?.startsAt?.()
    if (place) place.startsAt = this.#schedule.at(this.#schedule.now + ms, () => this.start(slot))
  }

  readonly wake = (): void => this.#wakeOthers(null)

  crash(slot: number, backAfterMs: number): void {
    this.#slots[slot]?.process?.end()
    this.#backLater(slot, backAfterMs)
  }

  stop(slot: number, backAfterMs: number): void {
    const place = this.#slots[slot]
    const { process, engine } = place ?? {}
    if (!process?.isAlive || !engine) return
    process.deliver(() => {
      const drains = process.random.chance(0.5)
      if (drains) this.#world.saw('engine drained')
      void (drains ? engine.drain(process.random.between(0, LONGEST_DRAIN_MS)) : Promise.resolve())
        .then(() => engine.stop())
        .catch((error: unknown) => this.#world.note(`${process.name} stops badly: ${String(error)}`))
        .then(() => {
          process.end()
          this.#backLater(slot, backAfterMs)
        })
    })
  }

  pause(slot: number): void {
    this.#slots[slot]?.process?.pause()
  }

  resume(slot: number): void {
    this.#slots[slot]?.process?.resume()
  }

  holderOf(runId: string): number | null {
    const engineId = this.#world.tables.states.get(runId)?.engineId
    const name = engineId ? this.names.get(engineId) : undefined
    const slot = this.#slots.findIndex(({ process }) => process?.isAlive && process.name === name)
    return name === undefined || slot < 0 ? null : slot
  }

  jump(slot: number, ms: number): void {
    this.#slots[slot]?.process?.jump(ms)
  }
}

interface Slot {
  process: Process | null
  engine: Engine | null
  lives: number
  listeners: Map<Topic, Set<() => void>>
  onEagerStart: (hint: EagerStartHint) => void
  startsAt: (() => void) | null
}

const createSlot = (): Slot => ({
  process: null,
  engine: null,
  lives: 0,
  listeners: new Map(),
  onEagerStart: () => {},
  startsAt: null,
})

function idsOf(slot: number, process: Process, world: World): Ids {
  let count = 0
  const life = Number(process.name.split('.')[1])
  const id = () => {
    count += 1
    return idOf(world.schedule.now, 100 * slot + life, count)
  }
  return { runId: id, uuid: id, random: process.random.next }
}

/** An id that looks like a UUID of version 7 and is deterministic for a seed. */
export function idOf(now: number, maker: number, count: number): string {
  const time = Math.floor(now).toString(16).padStart(12, '0')
  const tail = `${maker.toString(16).padStart(4, '0')}${count.toString(16).padStart(8, '0')}`
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail}`
}
