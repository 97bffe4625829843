import { limits } from '#core/limits.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import { quarantined } from '#server/engine/executor/function-executor.ts'
import type { AttemptRequest, Executor, ExecutorEvents } from '#server/engine/ports.ts'
import type { Process } from './process.ts'
import type { World } from './world.ts'

/**
 * Runs simulated functions in virtual time. An attempt under quarantine runs where it cannot harm its engine, as in the
 * real executor.
 */
export function createFunctions(events: ExecutorEvents, process: Process, world: World): Executor {
  const { random } = process
  const { schedule, draw, outside } = world
  const under = new Map<string, () => void>()

  const start = (request: AttemptRequest) => {
    const { undo, runId, step, attempt } = request
    world.note(`${process.name} calls ${undo ? 'undo of ' : ''}${runId} ${step} ${attempt}`)
    const outcome = outside.call(request, !undo && world.strikes('result_poisoned', random))
    world.check()
    if (request.interruptions > 0) world.saw('call cut off and made again')
    const isDeadly = !undo && 'function' in request && world.isDeadly(request)
    if (isDeadly && request.interruptions < limits.engine.interruptions - 1) {
      world.note(`${process.name} dies of ${step}`)
      process.end()
      return
    }
    const lateMs = world.strikes('outcome_delayed', random) ? random.between(0, 15_000) : 0
    const takesMs = world.hangs(request) ? Number.POSITIVE_INFINITY : random.next() * draw.callMs + lateMs
    const tell = (ms: number, reported: AttemptOutcome) => {
      const callOff = schedule.at(schedule.now + ms, () =>
        process.deliver(() => {
          under.delete(request.id)
          world.note(`${process.name} hears ${reported.kind} of ${request.id}`)
          events.onOutcome(request.id, reported)
        }),
      )
      under.set(request.id, callOff)
    }
    if (isDeadly) {
      tell(takesMs, quarantined(request, 'its process ended'))
      return
    }
    const { timeoutMs } = request
    if (timeoutMs !== undefined && timeoutMs < takesMs) {
      const error = { code: 'STEP_TIMEOUT', message: `${request.step} took too long.`, step: request.step }
      tell(timeoutMs, { kind: 'failed', error, retryable: true })
      // The call goes on all the same, and returns after the engine has stopped waiting for it, if it ever returns.
      if (takesMs === Number.POSITIVE_INFINITY) return
      schedule.at(schedule.now + takesMs, () => process.deliver(() => events.onOutcome(request.id, outcome)))
      return
    }
    if (random.chance(0.1)) process.deliver(() => events.onProgress(request.id, { fraction: 0.5 }))
    if (takesMs === Number.POSITIVE_INFINITY) {
      under.set(request.id, () => undefined)
      return
    }
    tell(takesMs, outcome)
    if (world.strikes('outcome_twice', random)) {
      schedule.at(schedule.now + takesMs + random.between(0, 3_000), () =>
        process.deliver(() => events.onOutcome(request.id, outcome)),
      )
    }
  }

  return {
    start,
    cancel(id) {
      under.get(id)?.()
      under.delete(id)
    },
    close: () => Promise.resolve(),
  }
}
