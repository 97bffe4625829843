import { startPolling } from '#server/engine/polling.ts'
import type { WorkStore } from '#server/engine/workers/ports.ts'
import { runWorker, type Worker } from '#server/engine/workers/run-worker.ts'
import { scanForLostWork } from '#server/engine/workers/scan.ts'
import type { PlantedBug } from '../planted/planted-bug.ts'
import { createFunctions } from './functions.ts'
import { createProcess, type Process } from './process.ts'
import { createWire } from './wire.ts'
import type { World } from './world.ts'

/** Slots where workers run, and one slot that scans for dead workers. */
export interface Workers {
  start(slot: number): void
  crash(slot: number, backAfterMs: number): void
  /** Stops a worker in order: tasks in hand get a moment to end, the others are given back. */
  stop(slot: number, backAfterMs: number): void
  pause(slot: number): void
  resume(slot: number): void
  /** Wakes all workers for new work, as by NOTIFY. */
  wake(): void
}

const RESTART_MS = 1_000
const HEARTBEAT_MS = 3_000
const SCAN_MS = 5_000
const SCAN = { heartbeatTimeoutMs: 10_000, recoveries: 2 }

export function startWorkers(world: World, wakeEngines: () => void, bug: PlantedBug | null): Workers {
  const { schedule, draw } = world
  const slots = Array.from({ length: draw.workers }, () => ({
    process: null as Process | null,
    worker: null as Worker | null,
    lives: 0,
    listener: null as (() => void) | null,
    startsAt: null as (() => void) | null,
  }))

  const start = (slot: number) => {
    const place = slots[slot]
    if (!place) return
    place.startsAt?.()
    place.startsAt = null
    if (place.process?.isAlive) return
    place.lives += 1
    const process = createProcess(world, `W${slot}.${place.lives}`, 1)
    place.process = process
    process.onEnd(() => {
      world.note(`${process.name} is gone`)
      if (place.process !== process) return
      place.listener = null
      place.startsAt ??= schedule.at(schedule.now + RESTART_MS, () => start(slot))
    })
    place.worker = runWorker({
      id: process.name,
      store: connectWork(process, world, bug),
      clock: process.clock,
      wakeUp: {
        wake: () => wakeEngines(),
        listen(_topic, listener) {
          place.listener = listener
          return () => {
            place.listener = null
          }
        },
        close: () => Promise.resolve(),
      },
      createExecutor: (events) => createFunctions(events, process, world),
      queues: ['default'],
      tasks: draw.tasksPerWorker,
      heartbeatMs: HEARTBEAT_MS,
      log: (line) => world.note(`${process.name} says: ${line}`),
    })
  }

  const backLater = (slot: number, ms: number) => {
    const place = slots[slot]
    place?.startsAt?.()
    if (place) place.startsAt = schedule.at(schedule.now + ms, () => start(slot))
  }

  startScan(world, wakeEngines, bug)
  return {
    start,
    crash(slot, backAfterMs) {
      if (slots[slot]?.worker?.load) world.saw('worker dies with work in hand')
      slots[slot]?.process?.end()
      backLater(slot, backAfterMs)
    },
    stop(slot, backAfterMs) {
      const { process, worker } = slots[slot] ?? {}
      if (!process?.isAlive || !worker) return
      process.deliver(() => {
        void worker.stop().then(() => {
          process.end()
          backLater(slot, backAfterMs)
        })
      })
    },
    pause: (slot) => slots[slot]?.process?.pause(),
    resume: (slot) => slots[slot]?.process?.resume(),
    wake() {
      for (const { process, listener } of slots) {
        if (!process || !listener || world.strikes('wake_up_lost', process.random)) continue
        schedule.at(schedule.now + process.random.between(0.1, 12), () => process.deliver(listener))
      }
    },
  }
}

function startScan(world: World, wakeEngines: () => void, bug: PlantedBug | null, life = 1): void {
  const process = createProcess(world, `S.${life}`, 1)
  process.onEnd(() => {
    world.schedule.at(world.schedule.now + RESTART_MS, () => startScan(world, wakeEngines, bug, life + 1))
  })
  const store = connectWork(process, world, bug)
  startPolling({
    after: process.clock.after,
    busyMs: SCAN_MS,
    idleMs: SCAN_MS,
    async work() {
      const { recovered, failed, lines } = await scanForLostWork(store, SCAN)
      for (const line of lines) world.note(`scan: ${line}`)
      if (recovered > 0) world.saw('lost work run again')
      if (failed > 0) world.saw('lost work given up')
      if (lines.length > 0) wakeEngines()
      return SCAN_MS
    },
    onError: (error) => world.note(`scan: ${String(error)}`),
  })
}

function connectWork(process: Process, world: World, bug: PlantedBug | null): WorkStore {
  const store = bug?.work?.(world.work, process, world) ?? world.work
  const { request } = createWire(process, world)
  return {
    take: (workerId, queues, limit) => request('take', 'work', () => store.take(workerId, queues, limit)),
    stillWanted: (tokens) => request('still wanted', 'work', () => store.stillWanted(tokens)),
    beat: (tokens) => request('beat', 'heart', () => store.beat(tokens)),
    removeOldAnswers: (keptMs) => store.removeOldAnswers(keptMs),
    async finish(token, command) {
      const accepted = await request('finish', 'work', () => store.finish(token, command))
      if (!accepted) world.saw('late result of a worker refused')
      return accepted
    },
    progress: (token, progress, command) => request('progress', 'work', () => store.progress(token, progress, command)),
    offerAgain: (token, counted, command) =>
      request('offer again', 'work', () => store.offerAgain(token, counted, command)),
    listLost: (heartbeatTimeoutMs, limit) =>
      request('list lost', 'work', () => store.listLost(heartbeatTimeoutMs, limit)),
  }
}
