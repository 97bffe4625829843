import type { Json, JsonObject } from '#core/json.ts'
import type { ScopeTypes } from '../../expression/check/types.ts'
import type { TextRange } from '../../text-range.ts'
import { checkStepExpressions } from '../check/check-expressions.ts'
import { checkLoopFlow } from '../check/check-flow.ts'
import type { Step } from '../definition.ts'
import type { Problem } from '../problem.ts'
import { checkStepReferences } from '../read/check-references.ts'
import { readSteps } from '../read/read-step.ts'
import { type Reading, SourceLocation } from '../read/source-location.ts'
import type { SourcePath } from '../text/source-node.ts'
import type { Block, PlacedBlock } from './block.ts'
import { shiftRange } from './shift-node.ts'

/**
 * A step parsed from its block alone. Offsets count from the beginning of the block; paths are those of the first step.
 */
export interface BlockStep {
  readonly step: Step
  readonly item: JsonObject
  /** The range of each inner step by name, the step itself included. */
  readonly ranges: ReadonlyMap<string, TextRange>
  readonly problems: readonly Problem[]
  readonly loopProblems: readonly Problem[]
}

type Scopes = ReadonlyMap<string, ScopeTypes>

const readings = new WeakMap<Block, BlockStep | null>()
type Names = ReadonlySet<string>
const checks = new WeakMap<Block, { readonly scopes: Scopes; readonly problems: readonly Problem[] }>()
const references = new WeakMap<Block, { readonly names: Names; readonly problems: readonly Problem[] }>()

/** Problems that depend on the neighbours of a step: no name of its own, or a name used twice. */
const depending: ReadonlySet<string> = new Set(['NAME_MISSING', 'NAME_TWICE'])

/** The step of a block, parsed once; null where it depends on its neighbours. */
export function readBlockStep(block: Block): BlockStep | null {
  const known = readings.get(block)
  if (known !== undefined) return known
  const reading = readingOf(block)
  const location = new SourceLocation(reading, ['steps'], block.node)
  const [step] = readSteps(block.value, location) as readonly [Step]
  const { problems } = reading
  const loops = readingOf(block)
  checkLoopFlow(step, new SourceLocation(loops, ['steps'], block.node).child(0))
  const read = {
    step,
    item: (block.value as readonly Json[])[0] as JsonObject,
    ranges: reading.stepRanges,
    problems,
    loopProblems: loops.problems,
  }
  const result = problems.some(({ code }) => depending.has(code)) ? null : read
  readings.set(block, result)
  return result
}

/** Problems of the expressions of a step, computed once per scope types. */
export function checkBlockStep(block: Block, step: Step, scopes: Scopes): readonly Problem[] {
  const known = checks.get(block)
  if (known?.scopes === scopes) return known.problems
  const reading = readingOf(block)
  checkStepExpressions(step, new SourceLocation(reading, ['steps'], block.node).child(0), scopes)
  checks.set(block, { scopes, problems: reading.problems })
  return reading.problems
}

/** Problems of the step names that a step refers to, computed once per set of names of its list. */
export function checkBlockReferences(block: Block, { step, item }: BlockStep, names: Names): readonly Problem[] {
  const known = references.get(block)
  if (known?.names === names) return known.problems
  const reading = readingOf(block)
  checkStepReferences(step, item, new SourceLocation(reading, ['steps'], block.node).child(0), names)
  references.set(block, { names, problems: reading.problems })
  return reading.problems
}

/** A problem of a block as a problem of the text, where the block is the item `index` of `steps`. */
export function shiftProblem(problem: Problem, { start }: PlacedBlock, index: number): Problem {
  const { path, range, fix } = problem
  return {
    ...problem,
    path: placePath(path, index),
    range: shiftRange(range, start),
    ...(fix === undefined ? {} : { fix: { ...fix, range: shiftRange(fix.range, start) } }),
  }
}

function placePath([list, , ...rest]: SourcePath, index: number): SourcePath {
  return [list as string, index, ...rest]
}

function readingOf({ text }: Block): Reading {
  return { text, problems: [], stepRanges: new Map() }
}
