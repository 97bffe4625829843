import type { Definition } from '#core/definition/definition.ts'
import type { JsonObject } from '#core/json.ts'
import { FAN_OUT, type FanOut, fanOutDefinition } from '#core/run/fan-out/fan-out.ts'
import { createRandom, type Random } from '../world/random.ts'

const FAN_OUTS_IN = 4

/**
 * One of a few worlds starts several runs by one request: variants of a workflow, or a bundle. They have a random stream
 * of their own: a world is otherwise the same without them.
 */
export function drawFanOut(seed: number, quietAfterMs: number) {
  const random = createRandom('fan-outs', seed)
  if (random.below(FAN_OUTS_IN) > 0) return { definitions: [] as readonly Definition[], starts: [] }
  const fanOut = drawEntries(random)
  const input = { n: random.below(4) }
  const start = {
    id: 'start of several 1',
    atMs: random.between(0, 0.8 * quietAfterMs),
    workflow: FAN_OUT,
    fanOut,
    input:
      fanOut.kind === 'bundle' ? { bundle: fanOut.entries.map((entry) => entryInput(entry.workflow, random)) } : input,
    manual: false,
    priority: random.below(3),
  }
  return { definitions: [fanOutDefinition(fanOut)], starts: [start] }
}

function drawEntries(random: Random): FanOut {
  const kind = random.pick(['variants', 'bundle'] as const)
  const own = random.pick(['Main', 'Other'])
  const count = 2 + random.below(3)
  const entries = Array.from({ length: count }, () => ({
    workflow: kind === 'variants' ? own : random.pick(['Main', 'Other', 'Child']),
    version: 1,
  }))
  const options = {
    ...(random.chance(0.7) && { fail_fast: random.chance(0.5) }),
    ...(random.chance(0.3) && { saga: random.chance(0.5) }),
  }
  return { kind, workflow: own, version: 1, entries, options }
}

const entryInput = (workflow: string, random: Random): JsonObject => ({
  workflow_name: workflow,
  input: { n: random.below(4) },
})
