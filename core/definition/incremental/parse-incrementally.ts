import { isJsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { ScopeTypes } from '../../expression/check/types.ts'
import type { TextRange } from '../../text-range.ts'
import { reportFlow } from '../check/check-flow.ts'
import { scopesAhead, scopeTypes } from '../check/scope-types.ts'
import { type ControlFlow, controlFlow, flowOf, rememberFlow } from '../control-flow.ts'
import type { Definition } from '../definition.ts'
import { type ParseResult, parse } from '../parse.ts'
import type { Problem } from '../problem.ts'
import { type CanvasData, readLayout } from '../read/read-layout.ts'
import { inTextOrder, readWorkflow } from '../read/read-workflow.ts'
import { type Reading, SourceLocation } from '../read/source-location.ts'
import { sourceIndex } from '../text/source-index.ts'
import type { Splice } from '../text/splice.ts'
import type { Block, PlacedBlock } from './block.ts'
import type { Blocks } from './blocks.ts'
import { type BlockStep, checkBlockReferences, checkBlockStep, readBlockStep, shiftProblem } from './read-block-step.ts'
import { readBlocks } from './read-blocks.ts'
import { shiftRange } from './shift-node.ts'
import { leadsAlike, writesAlike } from './step-keys.ts'

/** Results of one parse that the next one reuses. */
interface Reusable {
  readonly blocks: Blocks
  readonly read: ReadSteps
  readonly definition: Definition
  readonly flow: ControlFlow
  readonly scopes: Scopes
}

/** Scope types of each step, computed once: on the first `get()`, or step by step before it by `ahead()`. */
interface Scopes {
  get(): ReadonlyMap<string, ScopeTypes>
  ahead(): Generator<void>
}

const scopesByDefinition = new WeakMap<Definition, Pick<Scopes, 'get'>>()

/**
 * Reusable results by parse result. `isOwn` is false for a text that was parsed as a whole: its entry is that of the
 * text before.
 */
const reusable = new WeakMap<ParseResult, { readonly last: Reusable; readonly isOwn: boolean }>()

/**
 * An incremental `parse` for a text that is being edited. Unchanged parts are not parsed again, and their steps stay
 * the same objects. Problems are computed lazily. A text that cannot be parsed in pieces is parsed as a whole.
 * `splices`, where the caller has them, lead from the text before to this one.
 */
export function parseIncrementally(text: string, before: ParseResult | null, splices?: readonly Splice[]): ParseResult {
  const found = before === null ? undefined : reusable.get(before)
  const last = found?.last
  const blocks = readBlocks(text, last?.blocks ?? null, found?.isOwn ? splices : undefined)
  const steps = blocks === null ? null : readBlockSteps(blocks, last)
  if (blocks === null || steps === null) {
    const result = parse(text)
    if (last !== undefined) reusable.set(result, { last, isOwn: false })
    return result
  }
  return assemble(blocks, steps, last)
}

/** Scope types of each step: the same object from parse to parse as long as none of its sources changes. */
export function scopesOf(definition: Definition): ReadonlyMap<string, ScopeTypes> {
  const found = scopesByDefinition.get(definition)
  if (found !== undefined) return found.get()
  const scopes = scopeTypes(definition, controlFlow(definition))
  scopesByDefinition.set(definition, { get: () => scopes })
  return scopes
}

/** The pieces that a text was parsed in; null where it was parsed as a whole. */
export function blocksOf(parsed: ParseResult): Blocks | null {
  const found = reusable.get(parsed)
  return found?.isOwn ? found.last.blocks : null
}

/**
 * Computes the problems of a parse one step per turn, so that the caller can draw between turns; afterwards `problems`
 * is ready. A text that was parsed as a whole has its problems already.
 */
export function* checkAhead(parsed: ParseResult): Generator<void> {
  const found = reusable.get(parsed)
  if (!found?.isOwn) return
  const { blocks, read, scopes } = found.last
  yield* scopes.ahead()
  const types = scopes.get()
  for (const [index, { step }] of read.steps.entries()) {
    yield
    checkBlockStep((blocks.steps[index] as PlacedBlock).block, step, types)
  }
}

/** The steps of a text, and their names. */
interface ReadSteps {
  readonly steps: readonly BlockStep[]
  /** Names of the list itself, by which its steps refer to each other: the same object as long as the names stay. */
  readonly names: ReadonlySet<string>
  /** Index of the block by step name, inner steps included. */
  readonly places: ReadonlyMap<string, number>
}

/** Null when there are too many steps, or when a name is missing or used twice. */
function readBlockSteps({ steps: placed }: Blocks, last: Reusable | undefined): ReadSteps | null {
  if (placed.length > limits.definition.steps) return null
  const steps: BlockStep[] = []
  for (const { block } of placed) {
    const one = readBlockStep(block)
    if (one === null) return null
    steps.push(one)
  }
  const before = last?.read.steps
  if (
    last !== undefined &&
    before?.length === steps.length &&
    steps.every((one, at) => namedAlike(one, before[at] as BlockStep))
  ) {
    return { ...last.read, steps }
  }
  const places = new Map<string, number>()
  let count = 0
  for (const [index, { ranges }] of steps.entries()) {
    for (const name of ranges.keys()) places.set(name, index)
    count += ranges.size
  }
  if (count > places.size || count > limits.definition.steps) return null
  return { steps, names: new Set(steps.map(({ step }) => step.name)), places }
}

function namedAlike(one: BlockStep, other: BlockStep): boolean {
  return one === other || [...one.ranges.keys()].join('\n') === [...other.ranges.keys()].join('\n')
}

function assemble(blocks: Blocks, read: ReadSteps, last: Reusable | undefined): ParseResult {
  const reading: Reading = { text: blocks.text, problems: [], stepRanges: new Map() }
  const root = new SourceLocation(reading, [], blocks.node)
  const definition = { ...readWorkflow(blocks.value, root), steps: read.steps.map(({ step }) => step) }
  const ofWorkflow = reading.problems.splice(0)
  const canvas = readLayoutIncrementally(blocks, root)
  const ofLayout = reading.problems.splice(0)
  const flow = flowLike(definition, last)
  const keep: Reusable = { blocks, read, definition, flow, scopes: scopesLike(definition, flow, last) }
  scopesByDefinition.set(definition, keep.scopes)
  let problems: readonly Problem[] | null = null
  const result: ParseResult = {
    definition,
    ...canvas,
    get problems() {
      problems ??= inTextOrder([...ofWorkflow, ...findProblems(keep, reading, root), ...ofLayout], definition.steps)
      return problems
    },
    source: sourceIndex(blocks.node, (name) => stepRange(blocks, read, name)),
  }
  reusable.set(result, { last: keep, isOwn: true })
  return result
}

function stepRange(blocks: Blocks, { steps, places }: ReadSteps, name: string): TextRange | undefined {
  const index = places.get(name)
  if (index === undefined) return undefined
  const range = (steps[index] as BlockStep).ranges.get(name) as TextRange
  return shiftRange(range, (blocks.steps[index] as PlacedBlock).start)
}

const layouts = new WeakMap<object, CanvasData>()

/** Positions are parsed again only where a problem was found: a problem needs its place in the whole text. */
function readLayoutIncrementally({ value: { layout } }: Blocks, root: SourceLocation): CanvasData {
  const isKnown = isJsonObject(layout)
  const known = isKnown ? layouts.get(layout) : undefined
  if (known !== undefined) return known
  const { problems } = root.reading
  const canvas = readLayout(layout, root.child('layout'))
  if (isKnown && problems.length === 0) layouts.set(layout, canvas)
  return canvas
}

function findProblems(
  { blocks, read, flow, scopes }: Reusable,
  reading: Reading,
  root: SourceLocation,
): readonly Problem[] {
  const found: Problem[] = []
  const addPlaced = (of: (step: BlockStep, block: Block) => readonly Problem[]) => {
    for (const [index, step] of read.steps.entries()) {
      const placed = blocks.steps[index] as PlacedBlock
      for (const problem of of(step, placed.block)) found.push(shiftProblem(problem, placed, index))
    }
  }
  addPlaced(({ problems }) => problems)
  addPlaced((step, block) => checkBlockReferences(block, step, read.names))
  reportFlow(flow, root.child('steps'))
  found.push(...reading.problems.splice(0))
  addPlaced(({ loopProblems }) => loopProblems)
  const types = scopes.get()
  addPlaced(({ step }, block) => checkBlockStep(block, step, types))
  return found
}

/** The control flow of a definition: that of the one before where all steps lead to the same targets. */
function flowLike({ steps }: Definition, last: Reusable | undefined): ControlFlow {
  const before = last?.definition.steps
  const isSame =
    before?.length === steps.length && before.every((step, index) => leadsAlike(step, steps[index] as never))
  return last !== undefined && isSame ? rememberFlow(steps, last.flow) : flowOf(steps)
}

/** Scope types of each step, computed lazily; reused where none of their sources has changed. */
function scopesLike(definition: Definition, flow: ControlFlow, last: Reusable | undefined): Scopes {
  const before = last?.definition
  const isSame =
    last?.flow === flow &&
    JSON.stringify(before?.input_schema) === JSON.stringify(definition.input_schema) &&
    before?.steps.every((step, index) => writesAlike(step, definition.steps[index] as never))
  if (last !== undefined && isSame) return last.scopes
  let scopes: ReadonlyMap<string, ScopeTypes> | null = null
  return {
    get() {
      scopes ??= scopeTypes(definition, flow)
      return scopes
    },
    *ahead() {
      if (scopes !== null) return
      const found = yield* scopesAhead(definition, flow)
      // A caller of `get()` may have computed the scopes in between; its object then stays the current one.
      scopes ??= found
    },
  }
}
