import type { Definition } from '#core/definition/definition.ts'
import { definition } from '#core/run/testing/steps.ts'
import { drawSteps, type Random } from './draw-steps.ts'
import type { Act, FunctionScript, SimulatedStart, SimulatedWork } from './simulated-work.ts'

/** Work for a simulator: the same random numbers, the same work. */
export function drawWork(random: Random): SimulatedWork {
  const names = ['Main', 'Child', 'Grandchild'].slice(0, 1 + Math.floor(random() * 3))
  const functions: Record<string, FunctionScript> = {}
  const trouble = random() < 0.2 ? 0 : 0.35 * random()
  const definitions = names.map((workflow, index): Definition => {
    const child = names[index + 1]
    const drawn = drawSteps(random, `${workflow[0]}`, index === 0 ? 3 + Math.floor(random() * 8) : 3, child)
    for (const name of drawn.calling) functions[name] = drawScript(random, trouble)
    for (const name of drawn.undoable) functions[`${name}.undo`] = drawScript(random, trouble / 2)
    return definition(drawn.steps, {
      workflow_type: workflow,
      saga_enabled: random() < 0.4,
      fail_fast: random() < 0.7,
    })
  })
  const input = { n: Math.floor(random() * 4) }
  const start: SimulatedStart = { atMs: Math.floor(random() * 100), key: 'order', input }
  const again = random() < 0.2 ? [{ ...start, atMs: start.atMs + Math.floor(random() * 3_000) }] : []
  return { definitions, functions, starts: [start, ...again], acts: drawActs(random) }
}

function drawScript(random: Random, trouble: number): FunctionScript {
  const fails = random() < trouble
  const forGood = random() < 0.4
  return {
    takesMs: random() < 0.1 ? 3_000 : 1 + Math.floor(random() * 200),
    failures: fails ? (forGood ? null : 1 + Math.floor(random() * 2)) : 0,
    code: random() < 0.3 ? 'Final' : 'Error',
    retryable: random() < 0.8,
    says: random() < 0.8 ? 'own' : random() < 0.5 ? 'nothing' : 'list',
  }
}

function drawActs(random: Random): readonly Act[] {
  const acts: Act[] = []
  const atMs = () => Math.floor(random() * 12_000)
  // Most works are left alone but for their approvals: what comes of those is known beforehand.
  const interferes = random() < 0.4
  for (let count = Math.floor(random() * 4); count > 0; count -= 1) {
    acts.push({
      atMs: atMs(),
      kind: 'decide',
      answer: random() < 0.8 ? 'right' : 'wrong',
      times: random() < 0.3 ? 2 : 1,
    })
  }
  for (let count = interferes ? 1 + Math.floor(random() * 4) : 0; count > 0; count -= 1)
    acts.push(drawAct(random, atMs()))
  if (random() < 0.3) acts.push({ atMs: 15_000 + Math.floor(random() * 15_000), kind: 'rollback' })
  return acts.sort((a, b) => a.atMs - b.atMs)
}

function drawAct(random: Random, atMs: number): Act {
  switch (Math.floor(random() * 10)) {
    case 0:
    case 1:
      return { atMs, kind: 'pause' }
    case 2:
    case 3:
      return { atMs, kind: 'resume' }
    case 4:
      return { atMs, kind: 'cancel', compensate: random() < 0.5 }
    case 5:
      return { atMs, kind: 'retry' }
    case 6:
      return { atMs, kind: 'retry_from', step: Math.floor(random() * 5) }
    case 7:
      return { atMs, kind: 'decide_late' }
    case 8:
      return { atMs, kind: 'rollback' }
    default:
      return { atMs, kind: 'acknowledge' }
  }
}
