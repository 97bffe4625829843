import { createStore } from 'zustand/vanilla'
import type { LayoutPositions } from '#components/canvas/layout/layout-request.ts'
import { parse } from '#core/definition/parse.ts'
import { decompile } from '#core/graph/decompile.ts'
import type { Graph } from '#core/graph/graph.ts'
import { createPlacement, type Placement, type RequestLayout } from '../../canvas/layout/placement.ts'
import { type Inside, insidesOf, type Published } from '../canvas/scene.ts'

export interface ExpansionPorts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly requestLayout: RequestLayout
  /** The text of the newest published version; null where there is none. */
  readPublished(workflow: string): Promise<string | null>
}

export interface ExpansionState {
  /** Ids of the steps that are open: what is kept of all this. */
  readonly open: ReadonlySet<string>
  /** What is drawn in them. */
  readonly insides: ReadonlyMap<string, Inside>
}

const keyOf = (name: string) => `heddle.expanded.${name}`
const nowhere: LayoutPositions = {}

/**
 * Which LOOP and SUB_WORKFLOW steps are open on the canvas, and what is in
 * them. It is how somebody looks at a workflow: kept in this browser, and no
 * part of the text.
 */
export function createExpansion(name: string, { storage, requestLayout, readPublished }: ExpansionPorts) {
  const store = createStore<ExpansionState>(() => ({ open: readOpen(storage, name), insides: new Map() }))
  const published = new Map<string, Published>()
  const placements = new Map<string, Placement>()
  let graph: Graph | null = null

  const look = (workflow: string): Published => {
    const known = published.get(workflow)
    if (known !== undefined) return known
    const asked: Published = { kind: 'unknown', words: `Reading ${workflow} …` }
    published.set(workflow, asked)
    readPublished(workflow)
      .then((text) => graphOf(workflow, text))
      .catch(
        (): Published => ({ kind: 'unknown', words: `${workflow} could not be read. Close this and open it again.` }),
      )
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
    const insides = insidesOf(graph, open, (workflow) => {
      looked.add(workflow)
      return look(workflow)
    })
    // What is not drawn any more may be published again before it is.
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
      placement = createPlacement(requestLayout)
      // Whoever draws looks again once there are places.
      placement.store.subscribe(() => store.setState(({ insides }) => ({ insides: new Map(insides) })))
      placements.set(owner, placement)
    }
    // Without the worker they stand below each other.
    placement.update(inner).catch(() => undefined)
  }
  const show = (open: ReadonlySet<string>) => {
    store.setState({ open })
    try {
      storage.setItem(keyOf(name), JSON.stringify([...open]))
    } catch {
      // No room, or storage is switched off: it stays open until the page is left.
    }
    refresh()
  }

  return {
    store,
    /** The workflow changed, and with it what may be in its steps. */
    update(next: Graph) {
      graph = next
      refresh()
    },
    toggle(id: string) {
      const open = new Set(store.getState().open)
      if (!open.delete(id)) open.add(id)
      // Another look: it may have been published since.
      for (const [workflow, { kind }] of published) if (kind === 'unknown') published.delete(workflow)
      show(open)
    },
    renamed(from: string, to: string) {
      const { open } = store.getState()
      if (open.has(from)) show(new Set([...open].map((id) => (id === from ? to : id))))
    },
    placesIn: (owner: string): LayoutPositions => placements.get(owner)?.store.getState() ?? nowhere,
  }
}
export type Expansion = ReturnType<typeof createExpansion>

function graphOf(workflow: string, text: string | null): Published {
  if (text === null) return { kind: 'unknown', words: `${workflow} is not published yet.` }
  const { definition, layout } = parse(text)
  if (definition === null) return { kind: 'unknown', words: `The text of ${workflow} cannot be read here.` }
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
