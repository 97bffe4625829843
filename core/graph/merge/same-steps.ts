import type { Step } from '../../definition/definition.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { Edit } from '../edit.ts'
import type { GraphEdge } from '../graph.ts'
import { jsonEqual } from '../text/json-equal.ts'
import { type Merging, valueText } from './conflict.ts'
import { type Reading, readEdited, stepsByName, type Three } from './readings.ts'
import { renamedSteps } from './renamed-steps.ts'

/** The three readings with equal names for the same steps, and without the removed steps. */
export interface SameSteps extends Three<Reading> {
  /** Steps that one side removed and that stay because the other side changed them. */
  readonly kept: ReadonlyMap<string, 'mine' | 'theirs'>
  /** By side: the base without the steps that this side removed although they stay. */
  readonly cut: Record<'mine' | 'theirs', Reading>
}

/**
 * Applies renames and removals of one side to the other readings as edits, which cover every reference to a step; only
 * additions and changes are left to merge. Null when an edit is refused.
 */
export function withSameSteps(merging: Merging, three: Three<Reading>): SameSteps | null {
  const named = withSameNames(merging, three)
  return named === null ? null : withoutRemoved(merging, named, three.base)
}

/** The three readings with equal names for the same steps. */
interface SameNames extends Three<Reading> {
  /** Base names of steps by their merged names. */
  readonly before: ReadonlyMap<string, string>
}

function withSameNames(merging: Merging, three: Three<Reading>): SameNames | null {
  const { base, mine, theirs } = three
  const own = renamedSteps(base.definition, mine.definition)
  const other = renamedSteps(base.definition, theirs.definition)
  const steps = { base: stepsByName(base), mine: stepsByName(mine), theirs: stepsByName(theirs) }
  const edits: Three<Edit[]> = { base: [], mine: [], theirs: [] }
  const before = new Map<string, string>()
  const rename = (side: keyof Three<Edit>, step: string, name: string) => {
    // A side that removed the step has nothing to rename.
    if (step !== name && steps[side].has(step)) edits[side].push({ type: 'rename_step', step, name })
  }
  for (const step of new Set([...own.keys(), ...other.keys()])) {
    const names = { base: step, mine: own.get(step) ?? step, theirs: other.get(step) ?? step }
    const isConflict = own.has(step) && other.has(step) && names.mine !== names.theirs
    const said = { kind: 'name', step, path: ['name'], ...names, both: false } as const
    const name = isConflict
      ? names[merging.choose(said) as 'mine' | 'theirs']
      : own.has(step)
        ? names.mine
        : names.theirs
    for (const side of ['base', 'mine', 'theirs'] as const) rename(side, names[side], name)
    before.set(name, step)
  }
  const named = edited(three, edits)
  return named && { ...named, before }
}

function withoutRemoved(merging: Merging, { before, ...three }: SameNames, old: Reading): SameSteps | null {
  const steps = { base: stepsByName(three.base), mine: stepsByName(three.mine), theirs: stepsByName(three.theirs) }
  const kept = new Map<string, 'mine' | 'theirs'>()
  const gone: Record<'mine' | 'theirs', string[]> = { mine: [], theirs: [] }
  for (const [name, step] of steps.base) {
    const [mine, theirs] = [steps.mine.get(name), steps.theirs.get(name)]
    const left = mine ?? theirs
    if (left === undefined || (mine !== undefined && theirs !== undefined)) continue
    const side = mine === undefined ? 'theirs' : 'mine'
    const isChanged = before.has(name) || !sameStep(step, left) || newEdges(three.base, three[side]).some(touches(name))
    const removal: Removal = { name, before: before.get(name) ?? name, old, side, left: three[side] }
    if (isChanged && keeps(merging, removal)) kept.set(name, side)
    else gone[side].push(name)
  }
  const remove = (names: readonly string[]): Edit[] =>
    names.length === 0 ? [] : [{ type: 'remove_steps', steps: names }]
  const without = edited(three, {
    base: remove([...gone.mine, ...gone.theirs]),
    mine: remove(gone.mine),
    theirs: remove(gone.theirs),
  })
  const keptBy = (side: 'mine' | 'theirs') => [...kept].flatMap(([name, by]) => (by === side ? [name] : []))
  const cut =
    without &&
    edited(
      { base: without.base, mine: without.base, theirs: without.base },
      { base: [], mine: remove(keptBy('theirs')), theirs: remove(keptBy('mine')) },
    )
  return without && cut && { ...without, kept, cut }
}

interface Removal {
  readonly name: string
  /** The name of the step in the base. */
  readonly before: string
  readonly old: Reading
  /** The side that still has the step, changed, and that side's text. */
  readonly side: 'mine' | 'theirs'
  readonly left: Reading
}

function keeps(merging: Merging, { name, before, old, side, left }: Removal): boolean {
  const sides = { base: writtenStep(old, before), mine: null, theirs: null, [side]: writtenStep(left, name) }
  return merging.choose({ kind: 'step', step: before, path: [], ...sides, both: false }) === side
}

/** The written text of a step, without defaults. */
function writtenStep({ source }: Reading, name: string): string | null {
  return valueText((source.value.steps as readonly JsonObject[]).find((step) => step.name === name))
}

function sameStep({ next: _n, dependencies: _d, ...a }: Step, { next: _m, dependencies: _e, ...b }: Step): boolean {
  return jsonEqual(a as unknown as Json, b as unknown as Json)
}

/** Edges that were added, or whose condition was changed. */
function newEdges(before: Reading, after: Reading): readonly GraphEdge[] {
  const old = new Map(before.drawn.map((edge) => [edge.id, edge]))
  return after.drawn.filter(({ id, label }) => !old.has(id) || old.get(id)?.label !== label)
}

const touches = (name: string) => (edge: GraphEdge) => edge.source === name || edge.target === name

function edited(three: Three<Reading>, edits: Three<readonly Edit[]>): Three<Reading> | null {
  const [base, mine, theirs] = (['base', 'mine', 'theirs'] as const).map((side) => readEdited(three[side], edits[side]))
  return base && mine && theirs ? { base, mine, theirs } : null
}
