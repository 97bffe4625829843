import type { Graph, GraphEdge } from '#core/graph/graph.ts'
import { modelDocumentTexts } from '../../texts/model-document.ts'
import type { DocumentState } from './document.ts'

type Before = Pick<DocumentState, 'graph' | 'history'>
type After = Pick<DocumentState, 'graph' | 'history' | 'change'>

/**
 * The effect of a change, in words for users who do not see the canvas. Null for the user's own typing, which they hear
 * anyway.
 */
export function describeChange(before: Before, after: After): string | null {
  const { change } = after
  if (change === null || change.origin === 'typing') return null
  if (change.origin === 'history') {
    const undone = after.history.future.length > before.history.future.length
    const label = (undone ? after.history.future : after.history.past).at(-1)?.label ?? ''
    return `${undone ? 'Undone' : 'Redone'}: ${label}`
  }
  if (change.origin === 'replaced') return `Done: ${after.history.past.at(-1)?.label ?? 'text'}`
  if (change.renamed) return modelDocumentTexts.renamedTo(change.renamed.from, change.renamed.to)
  return describeSteps(before.graph, after.graph) ?? describeEdges(before.graph, after.graph)
}

function describeSteps(before: Graph, after: Graph): string | null {
  const [old, now] = [namesOf(before), namesOf(after)]
  const added = [...now].filter((name) => !old.has(name))
  const removed = [...old].filter((name) => !now.has(name))
  const [one] = added
  if (added.length === 1 && removed.length === 0 && one !== undefined)
    return modelDocumentTexts.added(one, place(after, one))
  const parts = [counted(added, 'added'), counted(removed, 'deleted')].filter((part) => part !== '')
  if (parts.length > 0) return parts.join(', ')
  const kinds = new Map(before.nodes.map(({ id, step }) => [id, step.type]))
  const retyped = after.nodes.find(({ id, step }) => kinds.get(id) !== step.type)
  return retyped ? modelDocumentTexts.isNowStep(retyped.id, retyped.step.type) : null
}

/** The neighbours of a step, which the canvas shows. */
function place(graph: Graph, step: string): string {
  const source = graph.edges.find((edge) => edge.target === step)?.source
  const target = graph.edges.find((edge) => edge.source === step)?.target
  if (source !== undefined && target !== undefined) return modelDocumentTexts.betweenAnd(source, target)
  if (source !== undefined) return modelDocumentTexts.after(source)
  return target === undefined ? '' : modelDocumentTexts.before(target)
}

function describeEdges(before: Graph, after: Graph): string | null {
  const [old, now] = [byId(before), byId(after)]
  const drawn = [...now.values()]
    .filter((edge) => !old.has(edge.id))
    .map((edge) => modelDocumentTexts.leadsTo(edge.source, edge.target))
  const gone = [...old.values()]
    .filter((edge) => !now.has(edge.id))
    .map((edge) => modelDocumentTexts.noLongerLeadsTo(edge.source, edge.target))
  if (drawn.length + gone.length > 0) return [...drawn, ...gone].slice(0, 3).join(', ')
  const changed = after.edges.find((edge) => old.get(edge.id)?.label !== edge.label)
  if (changed) return modelDocumentTexts.routeFromToIsTaken(changed.source, changed.target, changed.label ?? '')
  const places = new Map(before.nodes.map(({ id, position }) => [id, position]))
  const moved = after.nodes.filter(({ id, position }) => {
    const old = places.get(id)
    return old !== undefined && (old.x !== position.x || old.y !== position.y)
  })
  return moved.length === 0
    ? null
    : counted(
        moved.map(({ id }) => id),
        'moved',
      )
}

function counted(names: readonly string[], verb: string): string {
  if (names.length === 0) return ''
  return names.length === 1 ? `${names[0]} ${verb}` : modelDocumentTexts.steps(names.length, verb)
}

const namesOf = (graph: Graph): ReadonlySet<string> => new Set(graph.nodes.map(({ id }) => id))
const byId = (graph: Graph): ReadonlyMap<string, GraphEdge> => new Map(graph.edges.map((edge) => [edge.id, edge]))
