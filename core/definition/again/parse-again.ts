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
import { Place, type Reading } from '../read/place.ts'
import { type CanvasData, readLayout } from '../read/read-layout.ts'
import { inTextOrder, readWorkflow } from '../read/read-workflow.ts'
import { sourceIndex } from '../text/source-index.ts'
import type { Splice } from '../text/splice.ts'
import type { Block, PlacedBlock } from './block.ts'
import type { Blocks } from './blocks.ts'
import { type BlockStep, checkBlockReferences, checkBlockStep, placeProblem, readBlockStep } from './read-block-step.ts'
import { readBlocks } from './read-blocks.ts'
import { shiftRange } from './shift-node.ts'
import { leadsAlike, writesAlike } from './step-keys.ts'

/** What is kept of a reading for the next one. */
interface Kept {
  readonly blocks: Blocks
  readonly read: ReadSteps
  readonly definition: Definition
  readonly flow: ControlFlow
  readonly scopes: Scopes
}

/** What is known of names in each step, found once: when it is asked for, or piece by piece before that. */
interface Scopes {
  get(): ReadonlyMap<string, ScopeTypes>
  ahead(): Generator<void>
}

const scopesByDefinition = new WeakMap<Definition, Pick<Scopes, 'get'>>()

/** By result; that of a text that had to be read as a whole keeps what was known before it. */
const kept = new WeakMap<ParseResult, { readonly last: Kept; readonly isOwn: boolean }>()

/**
 * The same as `parse`, for a text that is read again and again while it is
 * edited: what is written as before is not read again and stays the same
 * object, step by step. Its problems are found when they are asked for. Where a
 * text cannot be read in pieces it is read as a whole. Whoever knows the splices
 * that lead there from the text before may say them.
 */
export function parseAgain(text: string, before: ParseResult | null, splices?: readonly Splice[]): ParseResult {
  const found = before === null ? undefined : kept.get(before)
  const last = found?.last
  const blocks = readBlocks(text, last?.blocks ?? null, found?.isOwn ? splices : undefined)
  const steps = blocks === null ? null : readBlockSteps(blocks, last)
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
  if (found !== undefined) return found.get()
  const scopes = scopeTypes(definition, controlFlow(definition))
  scopesByDefinition.set(definition, { get: () => scopes })
  return scopes
}

/** The pieces that a text was read in, if it was. */
export function blocksOf(parsed: ParseResult): Blocks | null {
  const found = kept.get(parsed)
  return found?.isOwn ? found.last.blocks : null
}

/**
 * Finds the problems of a reading piece by piece, one for each turn: whoever has something to draw can do so in between,
 * and asks for `problems` at the end, which are there then. Where the text was read as a whole they were found by that.
 */
export function* checkAhead(parsed: ParseResult): Generator<void> {
  const found = kept.get(parsed)
  if (!found?.isOwn) return
  const { blocks, read, scopes } = found.last
  yield* scopes.ahead()
  const types = scopes.get()
  for (const [index, { step }] of read.steps.entries()) {
    yield
    checkBlockStep((blocks.steps[index] as PlacedBlock).block, step, types)
  }
}

/** The steps of a text, and the names that they have. */
interface ReadSteps {
  readonly steps: readonly BlockStep[]
  /** Of the list itself, by which its steps name each other: the same object as long as they stay. */
  readonly names: ReadonlySet<string>
  /** The index of the block by the name of a step in it, those within others too. */
  readonly places: ReadonlyMap<string, number>
}

/** Null when there are too many, or when names are missing or there twice. */
function readBlockSteps({ steps: placed }: Blocks, last: Kept | undefined): ReadSteps | null {
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

function assemble(blocks: Blocks, read: ReadSteps, last: Kept | undefined): ParseResult {
  const reading: Reading = { text: blocks.text, problems: [], stepRanges: new Map() }
  const root = new Place(reading, [], blocks.node)
  const definition = { ...readWorkflow(blocks.value, root), steps: read.steps.map(({ step }) => step) }
  const ofWorkflow = reading.problems.splice(0)
  const canvas = readLayoutAgain(blocks, root)
  const ofLayout = reading.problems.splice(0)
  const flow = flowLike(definition, last)
  const keep: Kept = { blocks, read, definition, flow, scopes: scopesLike(definition, flow, last) }
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
  kept.set(result, { last: keep, isOwn: true })
  return result
}

function stepRange(blocks: Blocks, { steps, places }: ReadSteps, name: string): TextRange | undefined {
  const index = places.get(name)
  if (index === undefined) return undefined
  const range = (steps[index] as BlockStep).ranges.get(name) as TextRange
  return shiftRange(range, (blocks.steps[index] as PlacedBlock).start)
}

const layouts = new WeakMap<object, CanvasData>()

/** Places are read again only where something stands beside them: what is wrong has a place of its own. */
function readLayoutAgain({ value: { layout } }: Blocks, root: Place): CanvasData {
  const isKnown = isJsonObject(layout)
  const known = isKnown ? layouts.get(layout) : undefined
  if (known !== undefined) return known
  const { problems } = root.reading
  const canvas = readLayout(layout, root.child('layout'))
  if (isKnown && problems.length === 0) layouts.set(layout, canvas)
  return canvas
}

function findProblems({ blocks, read, flow, scopes }: Kept, reading: Reading, root: Place): readonly Problem[] {
  const found: Problem[] = []
  const addPlaced = (of: (step: BlockStep, block: Block) => readonly Problem[]) => {
    for (const [index, step] of read.steps.entries()) {
      const placed = blocks.steps[index] as PlacedBlock
      for (const problem of of(step, placed.block)) found.push(placeProblem(problem, placed, index))
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

/** The flow of a definition: that of the one before where all steps lead to the same places. */
function flowLike({ steps }: Definition, last: Kept | undefined): ControlFlow {
  const before = last?.definition.steps
  const isSame =
    before?.length === steps.length && before.every((step, index) => leadsAlike(step, steps[index] as never))
  return last !== undefined && isSame ? rememberFlow(steps, last.flow) : flowOf(steps)
}

/** What is known of names in each step, found when it is needed; kept where nothing that it is made of has changed. */
function scopesLike(definition: Definition, flow: ControlFlow, last: Kept | undefined): Scopes {
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
      // Somebody may have asked for them in between, and keeps what they were given.
      scopes ??= found
    },
  }
}
