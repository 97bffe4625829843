import { createStore } from 'zustand/vanilla'
import type { Direction } from '#components/canvas/layout/direction.ts'
import type { LayoutPositions } from '#components/canvas/layout/layout-request.ts'
import { createPlacement, type Placement, type RequestLayout } from '#components/canvas/layout/placement.ts'
import type { Step } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { branchGraph } from '#core/graph/branches.ts'
import { decompile } from '#core/graph/decompile.ts'
import type { Graph } from '#core/graph/graph.ts'
import { innerTerminals, terminalsOf } from '#core/graph/terminals.ts'
import { type Inside, insidesOf, type Published } from '../../algorithms/drawing/scene.ts'
import { modelTexts } from '../../texts/model.ts'

export interface ExpansionPorts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly requestLayout: RequestLayout
  /** The text of the newest published version; null if nothing is published. */
  readPublished(workflow: string): Promise<string | null>
}

export interface ExpansionState {
  /**
   * Ids of the steps that the user has opened, or closed where they are open by default: the only part of this state
   * that is stored.
   */
  readonly open: ReadonlySet<string>
  /** The graphs drawn in the open steps. */
  readonly insides: ReadonlyMap<string, Inside>
}

/** Above this number of steps, and of branches, the branches of PARALLEL steps are drawn only on request. */
const mostOpened = { steps: 60, branches: 12 } as const

/** The branches of PARALLEL are part of the picture, unless there are too many of them. */
export function opensByDefault(step: Step, steps: number): boolean {
  return (
    step.type === 'PARALLEL' && steps <= mostOpened.steps && branchGraph(step).branches.length <= mostOpened.branches
  )
}

const keyOf = (name: string) => `heddle.expanded.${name}`
const nowhere: LayoutPositions = {}

/**
 * The open LOOP and SUB_WORKFLOW steps on the canvas, and the graphs in them. This is view state of the user: this
 * browser stores it, and it is no part of the text.
 */
export function createExpansion(
  name: string,
  { storage, requestLayout, readPublished }: ExpansionPorts,
  direction: () => Direction = () => 'down',
) {
  const store = createStore<ExpansionState>(() => ({ open: readOpen(storage, name), insides: new Map() }))
  const published = new Map<string, Published>()
  const placements = new Map<string, Placement>()
  let graph: Graph | null = null

  const look = (workflow: string): Published => {
    const known = published.get(workflow)
    if (known !== undefined) return known
    const asked: Published = { kind: 'unknown', words: modelTexts.loading(workflow) }
    published.set(workflow, asked)
    readPublished(workflow)
      .then((text) => graphOf(workflow, text))
      .catch((): Published => ({ kind: 'unknown', words: modelTexts.couldNotLoadCloseIt(workflow) }))
      .then((found) => {
        published.set(workflow, found)
        refresh()
      })
    return asked
  }
  const refresh = () => {
    if (graph === null) return
    const { open, insides: before } = store.getState()
    const looked = new Set<string>()
    const isOpen = (id: string, step: Step) => opensByDefault(step, graph?.nodes.length ?? 0) !== open.has(id)
    const insides = insidesOf(graph, isOpen, (workflow) => {
      looked.add(workflow)
      return look(workflow)
    })
    // A workflow that is no longer drawn is read again next time: a newer version may be published by then.
    for (const workflow of published.keys()) if (!looked.has(workflow)) published.delete(workflow)
    for (const owner of placements.keys()) if (!insides.has(owner)) placements.delete(owner)
    for (const [owner, { graph: inner }] of insides) place(owner, inner)
    if (sameInsides(insides, before)) return
    store.setState({ insides })
  }
  const place = (owner: string, inner: Graph) => {
    if (inner.nodes.every((node) => node.placed)) return
    let placement = placements.get(owner)
    if (placement === undefined) {
      placement = createPlacement(requestLayout, direction, (inner) => innerTerminals(terminalsOf(inner)))
      // A new `insides` map makes subscribers draw again once the positions are known.
      placement.store.subscribe(() => store.setState(({ insides }) => ({ insides: new Map(insides) })))
      placements.set(owner, placement)
    }
    // Without the layout worker the inner steps stand below each other.
    placement.update(inner).catch(() => undefined)
  }
  const show = (open: ReadonlySet<string>) => {
    store.setState({ open })
    try {
      storage.setItem(keyOf(name), JSON.stringify([...open]))
    } catch {
      // The quota is exhausted or storage is disabled: the step stays open until the page is left.
    }
    refresh()
  }

  return {
    store,
    /** Takes the changed workflow and refreshes the contents of the open steps. */
    update(next: Graph) {
      graph = next
      refresh()
    },
    toggle(id: string) {
      const open = new Set(store.getState().open)
      if (!open.delete(id)) open.add(id)
      // Unknown workflows are read again: they may have been published since.
      for (const [workflow, { kind }] of published) if (kind === 'unknown') published.delete(workflow)
      show(open)
    },
    renamed(from: string, to: string) {
      const { open } = store.getState()
      if (open.has(from)) show(new Set([...open].map((id) => (id === from ? to : id))))
    },
    positionsIn: (owner: string): LayoutPositions => placements.get(owner)?.store.getState() ?? nowhere,
  }
}
export type Expansion = ReturnType<typeof createExpansion>

function graphOf(workflow: string, text: string | null): Published {
  if (text === null) return { kind: 'unknown', words: modelTexts.isNotPublishedYet(workflow) }
  const { definition, layout } = parse(text)
  if (definition === null) return { kind: 'unknown', words: modelTexts.cannotReadYAMLOf(workflow) }
  return { kind: 'known', graph: decompile(definition, layout) }
}

function readOpen(storage: Pick<Storage, 'getItem'>, name: string): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(storage.getItem(keyOf(name)) ?? '[]')
    return new Set(Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

function sameInsides(a: ReadonlyMap<string, Inside>, b: ReadonlyMap<string, Inside>): boolean {
  return (
    a.size === b.size &&
    [...a].every(([id, { graph, words }]) => b.get(id)?.graph === graph && b.get(id)?.words === words)
  )
}
