import type { CodeDefinition, Definition } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { definition, subWorkflow } from '#core/run/testing/steps.ts'
import { continueAsNew } from '#sdk/workflow/index.ts'
import { bodyOf, type Statement } from '#sdk/workflow/testing/random-body.ts'
import { createRandom, type Random } from '../world/random.ts'

/** A workflow that is code in a simulated world: a program of the language of random bodies. */
export interface DrawnCode {
  readonly workflow: string
  readonly program: readonly Statement[]
  /** Whether a run with `n` above 0 continues as new with `n - 1`, instead of returning. */
  readonly goesOn: boolean
}

/** One of this many worlds runs code. */
const CODE_IN = 4

/** Faults of hosts of code, and the share of deliveries that a fresh instance answers, too. */
export const codeFaults = ['code_host_lost', 'instances_lost', 'instance_compared'] as const
type CodeFault = (typeof codeFaults)[number]

const highest: { readonly [Fault in CodeFault]: number } = {
  code_host_lost: 0.2,
  instances_lost: 0.5,
  instance_compared: 0.2,
}

/**
 * Workflows that are code, their runs and the faults of their hosts. They have a random stream of their own: a world is
 * otherwise the same without them.
 */
export function drawCode(seed: number, quietAfterMs: number) {
  const random = createRandom('code', seed)
  const hasCode = random.below(CODE_IN) === 0
  const share = random.pick([0.3, 0.7, 1])
  const rates = Object.fromEntries(
    codeFaults.map((fault) => [fault, hasCode && random.chance(share) ? random.next() * highest[fault] : 0]),
  ) as { readonly [Fault in CodeFault]: number }
  if (!hasCode) {
    const nothing: readonly never[] = []
    return { rates, codes: nothing, definitions: nothing, starts: nothing, happenings: nothing }
  }
  const codes: readonly DrawnCode[] = [
    { workflow: 'CodeChild', program: drawProgram(random, []), goesOn: random.chance(0.3) },
    {
      workflow: 'Code',
      program: drawProgram(random, ['CodeChild', 'Child', 'Grandchild']),
      goesOn: random.chance(0.3),
    },
  ]
  const saga_enabled = random.chance(0.5)
  const outer = definition([subWorkflow('S', 'CodeChild')], { workflow_type: 'OfCode', saga_enabled })
  return {
    rates,
    codes,
    definitions: [...codes.map(({ workflow }) => definitionOf(workflow, random)), outer] as readonly Definition[],
    starts: drawStarts(random, quietAfterMs),
    happenings: drawMessages(random, quietAfterMs),
  }
}

function definitionOf(workflow_type: string, random: Random): CodeDefinition {
  const messages = { signals: ['signal'], queries: [], updates: ['update'] }
  return {
    kind: 'code',
    workflow_type,
    ...{ saga_enabled: false, fail_fast: false, timeout_includes_waits: true, steps: [] },
    ...(random.chance(0.1) && { timeout_seconds: 20 }),
    ...(random.chance(0.5) && { cancel_grace_seconds: random.pick([1, 5]) }),
    code: { entry: 'code.ts', export_name: workflow_type, sources: {}, queue: 'default', ...messages },
  }
}

function drawStarts(random: Random, quietAfterMs: number) {
  return Array.from({ length: 1 + random.below(4) }, (_, index) => ({
    id: `start of code ${index + 1}`,
    atMs: random.between(0, 0.8 * quietAfterMs),
    workflow: random.pick(['Code', 'Code', 'CodeChild', 'OfCode']),
    input: { n: random.below(3) } as Json,
    manual: false,
    priority: random.below(3),
  }))
}

function drawMessages(random: Random, quietAfterMs: number) {
  return Array.from({ length: random.below(16) }, (_, index) => ({
    id: `message ${index + 1}`,
    kind: 'command' as const,
    verb: random.pick(['message', 'message', 'message', 'cancel_code', 'retry'] as const),
    atMs: random.between(0, quietAfterMs),
  }))
}

/**
 * A program in which each activity, timer and child is asked for once and known by its name or duration: the reference
 * finds the facts of each statement by them, and needs no numbers.
 */
function drawProgram(random: Random, children: readonly string[]): readonly Statement[] {
  const left = [...children]
  const hasScopes = random.chance(0.2)
  let names = 0
  const nextName = () => {
    names += 1
    return names
  }
  const statement = (depth: number): Statement => {
    const kind = random.pick(depth > 0 ? [...leaves, ...branches, ...(hasScopes ? scopes : [])] : leaves)
    const several = () => Array.from({ length: 1 + random.below(3) }, () => statement(depth - 1))
    switch (kind) {
      case 'activity': {
        const served = random.chance(0.2) ? { queue: 'default' } : {}
        return { kind, name: `act${nextName()}`, retries: random.below(3), ...served }
      }
      case 'sleep':
        return { kind, ms: random.below(8) * 500 + nextName() }
      case 'child': {
        const name = left.pop()
        return name === undefined ? { kind: 'undo', name: `undo${nextName()}` } : { kind, name }
      }
      case 'signals': {
        const timeoutMs = random.chance(0.7) ? 20_000 + random.below(8) * 500 + nextName() : null
        return { kind, count: 1 + random.below(3), timeoutMs }
      }
      case 'undo':
        return { kind, name: `undo${nextName()}` }
      case 'catch':
      case 'shield':
        return { kind, of: statement(depth - 1) }
      case 'scope':
        return { kind, of: statement(depth - 1), until: statement(depth - 1) }
      default:
        return { kind, of: several() }
    }
  }
  return Array.from({ length: 1 + random.below(5) }, () => statement(2))
}

const leaves = ['activity', 'activity', 'activity', 'sleep', 'child', 'signals', 'undo'] as const
const branches = ['all', 'all', 'race', 'sequence', 'catch', 'catch'] as const
const scopes = ['shield', 'scope'] as const

/** The body of drawn code. */
export function codeBody({ program, goesOn }: DrawnCode) {
  const body = bodyOf(program)
  return async (input: { readonly n: number }) => {
    const result = await body(input)
    if (goesOn && input.n > 0) continueAsNew({ n: input.n - 1 })
    return result
  }
}
