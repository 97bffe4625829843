import type { JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { reportFlow } from '../check/check-flow.ts'
import { scopeTypes } from '../check/scope-types.ts'
import { type ControlFlow, controlFlow, flowOf, rememberFlow } from '../control-flow.ts'
import type { Definition } from '../definition.ts'
import type { ScopeTypes } from '../expression/types.ts'
import { type ParseResult, parse } from '../parse.ts'
import type { Problem, TextRange } from '../problem.ts'
import { checkStepReferences } from '../read/check-references.ts'
import { Place, type Reading } from '../read/place.ts'
import { readLayout } from '../read/read-layout.ts'
import { checkCount, inTextOrder, readWorkflow } from '../read/read-workflow.ts'
import { sourceIndex } from '../text/source-index.ts'
import { type Blocks, readBlocks } from './blocks.ts'
import { type BlockStep, checkBlockStep, placeProblem, readBlockStep } from './read-block-step.ts'
import { shiftRange } from './shift-node.ts'
import { leadsAlike, writesAlike } from './step-keys.ts'

/** What is kept of a reading for the next one. */
interface Kept {
  readonly blocks: Blocks
  readonly steps: readonly BlockStep[]
  readonly definition: Definition
  readonly flow: ControlFlow
  readonly scopes: () => ReadonlyMap<string, ScopeTypes>
}

const scopesByDefinition = new WeakMap<Definition, Kept['scopes']>()

/** By result; that of a text that had to be read as a whole keeps what was known before it. */
const kept = new WeakMap<ParseResult, { readonly last: Kept; readonly isOwn: boolean }>()

/**
 * The same as `parse`, for a text that is read again and again while it is
 * edited: what is written as before is not read again and stays the same
 * object, step by step. Its problems are found when they are asked for. Where a
 * text cannot be read in pieces it is read as a whole.
 */
export function parseAgain(text: string, before: ParseResult | null): ParseResult {
  const last = before === null ? undefined : kept.get(before)?.last
  const blocks = readBlocks(text, last?.blocks ?? null)
  const steps = blocks === null ? null : readBlockSteps(blocks)
  if (blocks === null || steps === null) {
    const result = parse(text)
    if (last !== undefined) kept.set(result, { last, isOwn: false })
    return result
  }
  return assemble(blocks, steps, last)
}

/** What is known of names in each step: the same object from reading to reading as long as nothing that it is made of changes. */
export function scopesOf(definition: Definition): ReadonlyMap<string, ScopeTypes> {
  const found = scopesByDefinition.get(definition)
  if (found !== undefined) return found()
  const scopes = scopeTypes(definition, controlFlow(definition))
  scopesByDefinition.set(definition, () => scopes)
  return scopes
}

/** The pieces that a text was read in, if it was. */
export function blocksOf(parsed: ParseResult): Blocks | null {
  const found = kept.get(parsed)
  return found?.isOwn ? found.last.blocks : null
}

/** Null when there are too many, or when names are missing or there twice. */
function readBlockSteps({ steps }: Blocks): readonly BlockStep[] | null {
  if (steps.length > limits.definition.steps) return null
  const names = new Set<string>()
  const read: BlockStep[] = []
  let count = 0
  for (const { block } of steps) {
    const one = readBlockStep(block)
    if (one === null) return null
    read.push(one)
    for (const name of one.ranges.keys()) names.add(name)
    count += one.ranges.size
  }
  return count > names.size || count > limits.definition.steps ? null : read
}

function assemble(blocks: Blocks, read: readonly BlockStep[], last: Kept | undefined): ParseResult {
  const stepRanges = new Map<string, TextRange>()
  for (const [index, { ranges }] of read.entries()) {
    const start = (blocks.steps[index] as Blocks['steps'][number]).start
    for (const [name, range] of ranges) stepRanges.set(name, shiftRange(range, start))
  }
  const reading: Reading = { text: blocks.text, problems: [], stepRanges }
  const root = new Place(reading, [], blocks.node)
  const definition = { ...readWorkflow(blocks.value, root), steps: read.map(({ step }) => step) }
  const ofWorkflow = reading.problems.splice(0)
  const canvas = readLayout(blocks.value.layout, root.child('layout'))
  const ofLayout = reading.problems.splice(0)
  const flow = flowLike(definition, last)
  const keep: Kept = { blocks, steps: read, definition, flow, scopes: scopesLike(definition, flow, last) }
  scopesByDefinition.set(definition, keep.scopes)
  let problems: readonly Problem[] | null = null
  const result: ParseResult = {
    definition,
    ...canvas,
    get problems() {
      problems ??= inTextOrder([...ofWorkflow, ...findProblems(keep, reading, root), ...ofLayout], definition.steps)
      return problems
    },
    source: sourceIndex(blocks.node, stepRanges),
  }
  kept.set(result, { last: keep, isOwn: true })
  return result
}

function findProblems({ blocks, steps, flow, scopes }: Kept, reading: Reading, root: Place): readonly Problem[] {
  const at = root.child('steps')
  const found: Problem[] = []
  const addPlaced = (of: (step: BlockStep, index: number) => readonly Problem[]) => {
    for (const [index, step] of steps.entries()) {
      const placed = blocks.steps[index] as Blocks['steps'][number]
      for (const problem of of(step, index)) found.push(placeProblem(problem, placed, index))
    }
  }
  addPlaced(({ problems }) => problems)
  const names = new Set(steps.map(({ step }) => step.name))
  checkCount(
    blocks.value.steps,
    steps.map(({ step }) => step),
    at,
  )
  for (const [index, { step, item }] of steps.entries()) {
    if (!refersWithin(item, names)) checkStepReferences(step, item, at.child(index), names)
  }
  reportFlow(flow, at)
  found.push(...reading.problems.splice(0))
  addPlaced(({ loopProblems }) => loopProblems)
  const types = scopes()
  addPlaced(({ step }, index) => checkBlockStep((blocks.steps[index] as Blocks['steps'][number]).block, step, types))
  return found
}

/** Does a plain step name none but steps of its list? Anything less simple is looked at in detail. */
function refersWithin(item: JsonObject, names: ReadonlySet<string>): boolean {
  const { next, dependencies, on_failure: handler, routes, loop_body: body, dynamic_injection: rules } = item
  const complex = [dependencies, handler, routes, body, rules].some((value) => value !== undefined)
  return !complex && (next === undefined || (typeof next === 'string' && names.has(next)))
}

/** The flow of a definition: that of the one before where all steps lead to the same places. */
function flowLike({ steps }: Definition, last: Kept | undefined): ControlFlow {
  const before = last?.definition.steps
  const isSame =
    before?.length === steps.length && before.every((step, index) => leadsAlike(step, steps[index] as never))
  return last !== undefined && isSame ? rememberFlow(steps, last.flow) : flowOf(steps)
}

/** What is known of names in each step, found when it is needed; kept where nothing that it is made of has changed. */
function scopesLike(definition: Definition, flow: ControlFlow, last: Kept | undefined): Kept['scopes'] {
  const before = last?.definition
  const isSame =
    last?.flow === flow &&
    JSON.stringify(before?.input_schema) === JSON.stringify(definition.input_schema) &&
    before?.steps.every((step, index) => writesAlike(step, definition.steps[index] as never))
  if (last !== undefined && isSame) return last.scopes
  let scopes: ReadonlyMap<string, ScopeTypes> | null = null
  return () => {
    scopes ??= scopeTypes(definition, flow)
    return scopes
  }
}
