import type { GivenHint, Ids, Store, Topic } from '#server/engine/ports.ts'
import { type Engine, type EngineWorld, runEngine } from '#server/engine/run-engine.ts'
import { createDatabaseClock } from '#server/engine/world/clock.ts'
import type { PlantedBug } from '../planted/planted-bug.ts'
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
  /** Tells an engine about a run given to it: at once, late, twice or never. */
  tell(hint: GivenHint): void
  /** Ids of registrations whose process is gone. */
  readonly names: ReadonlyMap<string, string>
}

const RESTART_MS = 1_000
/** One of this many worlds offloads even short values from the log. */
const APART_IN = 4
const SHORT = 4
/** One of twice as many worlds gives an engine little memory for these values. */
const FEW_BYTES = 30
const SUPERVISOR_MS = 50
/** The longest delay of a hint: some hints arrive after the engine has made up for their loss and forgotten them. */
const LATEST_HINT_MS = 90_000

export function startEngines(world: World, bug: PlantedBug | null, wakeWorkers: () => void): Engines {
  const { schedule, draw } = world
  const slots = Array.from({ length: draw.engines }, () => ({
    process: null as Process | null,
    engine: null as Engine | null,
    lives: 0,
    listeners: new Map<Topic, Set<() => void>>(),
    onGiven: (_hint: GivenHint) => {},
    startsAt: null as (() => void) | null,
  }))
  const names = new Map<string, string>()

  const start = (slot: number) => {
    const place = slots[slot]
    if (!place) return
    place.startsAt?.()
    place.startsAt = null
    if (place.process?.isAlive) return
    place.lives += 1
    const rate = draw.clockRates[slot] ?? 1
    if (rate !== 1) world.saw('clock_skew')
    const process = createProcess(world, `E${slot}.${place.lives}`, rate)
    place.process = process
    place.engine = null
    place.listeners = new Map()
    process.onEnd(() => {
      world.note(`${process.name} is gone`)
      noteWhatItLeaves(process)
      if (draw.supervised) schedule.at(schedule.now + SUPERVISOR_MS, () => endLeases(process))
      if (place.process !== process) return
      place.listeners = new Map()
      place.startsAt ??= schedule.at(schedule.now + RESTART_MS, () => start(slot))
    })
    const plantedStore = bug?.store?.(world.store, process, world) ?? world.store
    const store = named(connect(plantedStore, process, world, bug), process)
    runEngine(engineWorld(slot, process, store)).then(
      (engine) => {
        place.engine = engine
      },
      (error: unknown) => {
        world.note(`${process.name} cannot start: ${String(error)}`)
        process.end()
      },
    )
  }

  /** Records which registration belongs to which process. */
  const named = (store: Store, process: Process): Store => ({
    ...store,
    async register(...asked) {
      const registered = await store.register(...asked)
      names.set(registered.id, process.name)
      return registered
    },
  })

  const noteWhatItLeaves = (process: Process) => {
    for (const { runId, engineId } of world.tables.states.values()) {
      if (engineId === null || names.get(engineId) !== process.name) continue
      if (world.isCompensating(runId)) world.saw('crash inside a compensation')
    }
  }

  const endLeases = (process: Process) => {
    for (const row of world.tables.engines.values()) {
      if (names.get(row.id) !== process.name) continue
      world.tables.engines.set(row.id, { ...row, expiresAt: world.databaseNow() - 1 })
    }
  }

  const engineWorld = (slot: number, process: Process, store: Store): EngineWorld => ({
    store,
    clock: createDatabaseClock(process.clock),
    ids: idsOf(slot, process, world),
    wakeUp: {
      wake(topic) {
        for (const listener of slots[slot]?.listeners.get(topic) ?? []) listener()
        if (topic === 'engine') wakeOthers(process)
        if (topic === 'work') wakeWorkers()
      },
      listen(topic, listener) {
        const listeners = slots[slot]?.listeners
        const set = listeners?.get(topic) ?? new Set()
        listeners?.set(topic, set.add(listener))
        return () => set.delete(listener)
      },
      async listenForGiven(listener) {
        const place = slots[slot]
        if (place) place.onGiven = listener
        return true
      },
      close: () => Promise.resolve(),
    },
    createExecutor: (events) => {
      const executor = createFunctions(bug?.events?.(events) ?? events, process, world)
      return bug?.executor?.(executor, world) ?? executor
    },
    host: 'here',
    pid: slot,
    runsInMemory: draw.runsInMemory,
    inlineCharacters: draw.seed % APART_IN === 0 ? SHORT : undefined,
    payloadsInMemory: draw.seed % (2 * APART_IN) === 0 ? FEW_BYTES : undefined,
    log(line) {
      world.note(`${process.name} says: ${line}`)
      if (/cannot be stored/.test(line)) world.saw('poison healed')
      if (/gone on without/.test(line)) world.saw('session of another generation ended')
      if (/registering again/.test(line)) world.saw('lease lost')
      if (/recovered \d/.test(line)) world.saw('runs recovered')
      if (/is parked|cannot be taken up/.test(line)) world.violate({ invariant: 'bug', what: line })
    },
  })

  const wakeOthers = (from: Process | null) => {
    for (const place of slots) {
      const { process } = place
      if (!process || process === from) continue
      if (world.strikes('wake_up_lost', process.random)) continue
      schedule.at(schedule.now + process.random.between(0.1, 12), () =>
        process.deliver(() => {
          for (const listener of place.listeners.get('engine') ?? []) listener()
        }),
      )
    }
  }

  const tell = (hint: GivenHint) => {
    for (const place of slots) {
      const { process } = place
      if (!process || names.get(hint.engineId) !== process.name) continue
      const lateMs = world.strikes('answer_delayed', process.random) ? process.random.between(100, LATEST_HINT_MS) : 0
      const hear = () => process.deliver(() => place.onGiven(hint))
      if (!world.strikes('wake_up_lost', process.random))
        schedule.at(schedule.now + process.random.between(0.1, 12), hear)
      if (lateMs > 0) schedule.at(schedule.now + lateMs, hear)
    }
  }

  const backLater = (slot: number, ms: number) => {
    const place = slots[slot]
    place?.startsAt?.()
    if (place) place.startsAt = schedule.at(schedule.now + ms, () => start(slot))
  }

  return {
    start,
    names,
    wake: () => wakeOthers(null),
    tell,
    crash(slot, backAfterMs) {
      slots[slot]?.process?.end()
      backLater(slot, backAfterMs)
    },
    stop(slot, backAfterMs) {
      const place = slots[slot]
      const { process, engine } = place ?? {}
      if (!process?.isAlive || !engine) return
      process.deliver(() => {
        void engine
          .stop()
          .catch((error: unknown) => world.note(`${process.name} stops badly: ${String(error)}`))
          .then(() => {
            process.end()
            backLater(slot, backAfterMs)
          })
      })
    },
    pause: (slot) => slots[slot]?.process?.pause(),
    resume: (slot) => slots[slot]?.process?.resume(),
    holderOf(runId) {
      const engineId = world.tables.states.get(runId)?.engineId
      const name = engineId ? names.get(engineId) : undefined
      const slot = slots.findIndex(({ process }) => process?.isAlive && process.name === name)
      return name === undefined || slot < 0 ? null : slot
    },
    jump: (slot, ms) => slots[slot]?.process?.jump(ms),
  }
}

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
