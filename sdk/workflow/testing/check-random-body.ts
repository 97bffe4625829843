import fc from 'fast-check'
import { expect } from 'vitest'
import { defineWorkflow } from '../index.ts'
import { BodyRun } from './body-run.ts'
import { arbitraryStatement, bodyOf, type Statement } from './random-body.ts'

/** Numbers in [0, 1), the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const MOST_EVENTS = 200

/** What the world does next to a run, by chance: the same for the same state and numbers. */
function worldActs(run: BodyRun, random: () => number): void {
  // A run that rolls back takes no messages.
  const chance = run.state.rollback === null ? random() : 1
  const actor = { id: 'ana' }
  if (chance < 0.12) {
    run.send({ type: 'signal', actor, signal_name: 'signal', payload: [Math.floor(random() * 5)] })
    return
  }
  if (chance < 0.16) {
    const update_id = `u${run.history.length}`
    run.send({ type: 'update', actor, update_id, name: 'update', args: [1] })
    return
  }
  if (chance < 0.18 && run.state.code?.cancel === null) {
    run.send({ type: 'cancel', actor })
    return
  }
  const effects = run.plan().filter(({ kind }) => kind !== 'code_task')
  const effect = effects[Math.floor(random() * effects.length)]
  if (effect === undefined) {
    run.send({ type: 'signal', actor, signal_name: 'signal', payload: [9] })
  } else if (effect.kind === 'attempt') {
    run.end(effect.step, random() < 0.25 ? new Error(`${effect.step} broke`) : { at: run.history.length })
  } else if (effect.kind === 'timer') {
    run.now = Math.max(run.now, effect.dueAt)
    run.send({ type: 'timer_fired', timer_id: effect.id })
  } else if (effect.kind === 'child') {
    const status = random() < 0.2 ? 'FAILED' : 'COMPLETED'
    run.send({ type: 'child_ended', child_run_id: effect.id, status, state: { n: run.history.length } })
  }
}

interface Weather {
  /** How often the instance is lost, from 0 to 1. */
  readonly crashes: number
  readonly seed: number
}

/** Plays one run to its end, or to the bound on its events, with crashes by chance. */
async function play(program: readonly Statement[], world: number, { crashes, seed }: Weather): Promise<BodyRun> {
  const acts = numbers(world)
  const fails = numbers(seed)
  const definition = defineWorkflow({ type: 'Random' }, bodyOf(program))
  const run = new BodyRun(definition, { isSticky: () => fails() >= crashes })
  await run.begin()
  while (run.state.outcome === null && run.history.length < MOST_EVENTS) {
    worldActs(run, acts)
    // Sometimes several things happen before the next delivery.
    if (acts() < 0.3 && run.state.outcome === null) worldActs(run, acts)
    if (fails() < crashes) run.crash()
    await run.deliver()
  }
  return run
}

/**
 * Random bodies under random crashes: a run that loses its instance again and again has the very history of one that
 * never does, and each command is recorded once.
 */
export async function checkRandomBodies(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryStatement, { minLength: 1, maxLength: 5 }),
      fc.integer(),
      fc.integer(),
      async (program, world, seed) => {
        const calm = await play(program, world, { crashes: 0, seed })
        const rough = await play(program, world, { crashes: 0.5, seed })
        expect(rough.history).toEqual(calm.history)
        expect(rough.state.outcome).toEqual(calm.state.outcome)
        expect(calm.state.outcome?.error?.code).not.toBe('WorkflowDeterminismViolation')
        const numbers = calm.history.flatMap((event) => {
          if (event.type === 'workflow.compensation.registered') return [event.payload.command.n]
          const isFirst = event.type === 'workflow.node.started' && event.attempt === 1
          return isFirst && event.payload.command !== undefined ? [event.payload.command.n] : []
        })
        expect(numbers).toEqual(numbers.map((_, index) => index + 1))
      },
    ),
    { numRuns },
  )
}
