import type { Definition, Layout, Step, StepGroup } from '../../definition/definition.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../json.ts'
import { decompile } from '../decompile.ts'
import { renameSteps } from '../edits/rename/rename-step.ts'
import type { EdgeKind, GraphEdge } from '../graph.ts'
import { isNamedList } from '../merge/named-list.ts'
import { renamedSteps } from '../merge/renamed-steps.ts'
import { jsonEqual } from '../text/json-equal.ts'
import { diffGroups, type GroupChange } from './diff-groups.ts'

/** A value is absent where the field does not exist. Names in a path are those of list items. */
export interface FieldChange {
  readonly path: readonly (string | number)[]
  readonly before?: Json
  readonly after?: Json
}

export type StepStatus = 'added' | 'removed' | 'changed' | 'same'

export interface StepChange {
  readonly name: string
  /** The old name; it differs where the step was renamed. */
  readonly nameBefore: string
  readonly status: StepStatus
  /** The step has another position on the canvas; runs do not depend on it, so it is not a change. */
  readonly moved: boolean
  readonly fields: readonly FieldChange[]
}

export interface EdgeChange {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly kind: EdgeKind
  readonly status: 'added' | 'removed' | 'changed'
  readonly labelBefore?: string | undefined
  readonly label?: string | undefined
}

export interface DefinitionDiff {
  /** Fields of the workflow itself. */
  readonly workflow: readonly FieldChange[]
  /** All steps of both definitions, in the order of the later text; a removed step follows its old predecessor. */
  readonly steps: readonly StepChange[]
  readonly edges: readonly EdgeChange[]
  readonly groups: readonly GroupChange[]
  /** The steps have another order in the text, which has no effect where the edges are the same. */
  readonly reordered: boolean
}

export interface Drawn {
  readonly definition: Definition
  readonly layout: Layout
  readonly groups: readonly StepGroup[]
}

/** Fields that the edges express, whichever way the text writes them. */
const flowKeys: ReadonlySet<string> = new Set(['name', 'next', 'dependencies', 'on_failure'])

/**
 * The differences in meaning between two definitions: by steps and their fields, and by edges. Positions, in the text
 * or on the canvas, are reported apart from meaning. A renamed step is the same step.
 */
export function diffDefinitions(before: Drawn, after: Drawn): DefinitionDiff {
  const names = renamedSteps(before.definition, after.definition)
  const old = withNames(before.definition, names)
  const nameBefore = new Map([...names].map(([from, to]) => [to, from]))
  const oldSteps = new Map(old.steps.map((step) => [step.name, step]))
  const newSteps = new Map(after.definition.steps.map((step) => [step.name, step]))
  const order = orderOf(old.steps, after.definition.steps)
  const steps = order.map((name): StepChange => {
    const from = nameBefore.get(name) ?? name
    const [was, now] = [oldSteps.get(name), newSteps.get(name)]
    const places = [before.layout[from], after.layout[name]] as unknown as [Json | undefined, Json | undefined]
    const renamed: FieldChange[] = from === name ? [] : [{ path: ['name'], before: from, after: name }]
    const fields = was && now ? [...renamed, ...diffFields(ownFields(was), ownFields(now))] : []
    const changed = fields.length > 0 ? 'changed' : 'same'
    const status = was === undefined ? 'added' : now === undefined ? 'removed' : changed
    const moved = was !== undefined && now !== undefined && !jsonEqual(...places)
    return { name, nameBefore: from, status, moved, fields }
  })
  return {
    workflow: diffFields(headerOf(before.definition), headerOf(after.definition)),
    steps,
    edges: diffEdges(decompile(old, {}).edges, decompile(after.definition, {}).edges),
    groups: diffGroups(before.groups, after.groups, names),
    reordered: isReordered(old.steps, after.definition.steps),
  }
}

/** A definition with its steps renamed to their later names. */
export function withNames(definition: Definition, names: ReadonlyMap<string, string>): Definition {
  return renameSteps(definition as unknown as JsonObject, names) as unknown as Definition
}

export interface DiffCounts {
  readonly added: number
  readonly removed: number
  readonly changed: number
  /** Steps that only moved. */
  readonly moved: number
  readonly edges: number
  /** Changed groups; folding and unfolding do not count. */
  readonly groups: number
  readonly workflow: number
}

export function countChanges({ steps, edges, groups, workflow }: DefinitionDiff): DiffCounts {
  const count = (status: StepStatus) => steps.filter((step) => step.status === status).length
  return {
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
    moved: steps.filter(({ status, moved }) => status === 'same' && moved).length,
    edges: edges.length,
    groups: groups.filter(({ status }) => status !== 'moved').length,
    workflow: workflow.length,
  }
}

function ownFields(step: Step): JsonObject {
  const entries = Object.entries(step as unknown as JsonObject).filter(([key]) => !flowKeys.has(key))
  return Object.fromEntries(entries)
}

function headerOf({ steps: _, ...header }: Definition): JsonObject {
  return header as unknown as JsonObject
}

/**
 * The smallest differing values: maps are compared by key, lists by name, or by index where both have the same length.
 */
function diffFields(before: Json, after: Json, path: FieldChange['path'] = []): readonly FieldChange[] {
  if (jsonEqual(before, after)) return []
  const [old, now] = [partsOf(before), partsOf(after)]
  const comparable = old !== null && now !== null && old.kind === now.kind
  if (!comparable || (old.kind === 'list' && old.parts.size !== now.parts.size)) return [{ path, before, after }]
  const keys = new Set([...old.parts.keys(), ...now.parts.keys()])
  return [...keys].flatMap((key): readonly FieldChange[] => {
    const [was, is] = [old.parts.get(key), now.parts.get(key)]
    if (was !== undefined && is !== undefined) return diffFields(was, is, [...path, key])
    return [
      {
        path: [...path, key],
        ...(was === undefined ? {} : { before: was }),
        ...(is === undefined ? {} : { after: is }),
      },
    ]
  })
}

interface ValueParts {
  readonly kind: 'map' | 'named' | 'list'
  readonly parts: ReadonlyMap<string | number, Json>
}

function partsOf(value: Json): ValueParts | null {
  if (isJsonObject(value)) return { kind: 'map', parts: new Map(Object.entries(value)) }
  if (!isJsonList(value)) return null
  if (isNamedList(value)) return { kind: 'named', parts: new Map(value.map((item) => [item.name, item])) }
  return { kind: 'list', parts: new Map(value.entries()) }
}

function diffEdges(before: readonly GraphEdge[], after: readonly GraphEdge[]): readonly EdgeChange[] {
  const old = new Map(before.map((edge) => [edge.id, edge]))
  const kept = new Set(after.map(({ id }) => id))
  const changes = after.flatMap((edge): readonly EdgeChange[] => {
    const was = old.get(edge.id)
    if (was === undefined) return [{ ...endsOf(edge), status: 'added', label: edge.label }]
    if (was.label === edge.label) return []
    return [{ ...endsOf(edge), status: 'changed', labelBefore: was.label, label: edge.label }]
  })
  const gone = before.filter(({ id }) => !kept.has(id))
  return [...changes, ...gone.map((edge) => ({ ...endsOf(edge), status: 'removed' as const, labelBefore: edge.label }))]
}

const endsOf = ({ id, source, target, kind }: GraphEdge) => ({ id, source, target, kind })

const namesIn = (steps: readonly Step[], known: ReadonlySet<string>) =>
  steps.map(({ name }) => name).filter((name) => known.has(name))

function isReordered(before: readonly Step[], after: readonly Step[]): boolean {
  const [old, now] = [before, after].map((steps) => new Set(steps.map(({ name }) => name))) as [
    Set<string>,
    Set<string>,
  ]
  const [was, is] = [namesIn(before, now), namesIn(after, old)]
  return was.some((name, index) => name !== is[index])
}

function orderOf(before: readonly Step[], after: readonly Step[]): readonly string[] {
  const order = [...new Set(after.map(({ name }) => name))]
  for (const [index, { name }] of before.entries()) {
    if (!order.includes(name)) order.splice(order.indexOf(before[index - 1]?.name ?? '') + 1, 0, name)
  }
  return order
}
