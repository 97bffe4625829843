import type { LocalClock } from '#server/engine/ports.ts'
import { createRandom, type Random } from './random.ts'
import type { World } from './world.ts'

/**
 * A process of an engine: what reaches it, it does; once it has crashed nothing
 * reaches it ever again; while it is paused everything waits.
 */
export interface Process {
  readonly name: string
  readonly clock: LocalClock
  readonly random: Random
  readonly isAlive: boolean
  readonly wasPaused: boolean
  /** Something from outside comes in: a timer, an answer, an outcome. */
  deliver(call: () => void): void
  /** What the rest of the world notices when the process is gone: its connections close. */
  onEnd(call: () => void): () => void
  end(): void
  pause(): void
  resume(): void
  jump(ms: number): void
}

export function createProcess(world: World, name: string, clockRate: number): Process {
  const { schedule } = world
  const bornAt = schedule.now
  const endings = new Set<() => void>()
  let waiting: (() => void)[] | null = null
  let isAlive = true
  let wasPaused = false
  let jumped = 0

  const deliver = (call: () => void) => {
    if (!isAlive) return
    if (waiting) waiting.push(call)
    else call()
  }
  return {
    name,
    random: createRandom(world.draw.seed, name),
    get isAlive() {
      return isAlive
    },
    get wasPaused() {
      return wasPaused
    },
    clock: {
      monotonic: () => (schedule.now - bornAt) * clockRate + jumped,
      after: (ms, call) => {
        let calledOff = false
        const callOff = schedule.at(schedule.now + ms / clockRate, () =>
          deliver(() => {
            if (!calledOff) call()
          }),
        )
        return () => {
          calledOff = true
          callOff()
        }
      },
    },
    deliver,
    onEnd(call) {
      endings.add(call)
      return () => endings.delete(call)
    },
    end() {
      if (!isAlive) return
      isAlive = false
      for (const call of endings) call()
    },
    pause() {
      if (!isAlive || waiting) return
      waiting = []
      wasPaused = true
    },
    resume() {
      const calls = waiting ?? []
      waiting = null
      // One after the other, each with all that follows from it, as from a queue of events.
      for (const call of calls) schedule.at(schedule.now, () => deliver(call))
    },
    jump(ms) {
      jumped += ms
    },
  }
}
