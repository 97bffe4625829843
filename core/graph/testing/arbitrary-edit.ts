import { END, type StepType, stepTypes } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import type { Edit } from '../edit.ts'
import { type EdgeRef, edgeRef, type Graph } from '../graph.ts'
import { defaultKind, validTargets } from '../rules.ts'
import type { Choose } from './styled-text.ts'

/** An edit of every type that makes sense on a graph, chosen by numbers; null where the graph has nothing for it. */
export function chooseEdit(graph: Graph, choose: Choose): Edit | null {
  const step = () =>
    pick(
      graph.nodes.map((node) => node.id),
      choose,
    )
  const from = step()
  const edge = graph.edges.length === 0 ? null : edgeRef(pick(graph.edges, choose))
  const kind = choose(4) === 0 ? 'failure' : defaultKind(graph, from)
  const targets = validTargets(graph, from, kind)
  const position = { x: choose(500) - 100, y: choose(500) }
  const fresh = { type: pick(stepTypes, choose), name: pick(['Start', 'New step', 'Check', '9 lives'], choose) }
  switch (choose(21)) {
    case 0:
      return {
        type: 'add_step',
        step: fresh,
        ...(choose(2) === 0 ? { position } : {}),
        ...(choose(2) === 0 ? { after: from } : {}),
      }
    case 1:
      return {
        type: 'add_step',
        step: fresh,
        connect: { from, kind, ...(choose(2) === 0 && kind === 'route' ? { condition: 'true' } : {}) },
      }
    case 2:
      return edge && { type: 'insert_on_edge', edge, step: fresh, position }
    case 3:
      return { type: 'remove_steps', steps: [...new Set([from, step()])], bridge: choose(2) === 0 }
    case 4:
      return { type: 'rename_step', step: from, name: pick(['Renamed', 'with-dash'], choose) }
    case 5:
      return { type: 'set_field', step: from, ...field(choose, from, step) }
    case 6:
      return { type: 'change_type', step: from, to: pick<StepType>(stepTypes, choose) }
    case 7:
      return targets.length === 0 ? null : { type: 'connect', from, to: pick(targets, choose), kind }
    case 8:
      return edge && { type: 'disconnect', edge }
    case 9:
      return edge && reconnected(edge, step(), choose)
    case 10:
      return {
        type: 'set_route_condition',
        step: from,
        route: choose(3),
        condition: choose(3) === 0 ? null : 'state.x > 1',
      }
    case 11:
      return { type: 'move_route', step: from, route: choose(3), to: choose(3) }
    case 12:
      return {
        type: 'set_route_target',
        step: from,
        route: choose(3),
        to: pick([step(), END, null], choose),
      }
    case 13:
      return { type: 'move', positions: { [from]: position, [step()]: position } }
    case 14:
      return { type: 'duplicate_steps', steps: [...new Set([from, step()])] }
    case 15:
      return { type: 'group_steps', steps: [...new Set([from, step()])], title: 'A group' }
    case 16:
      return { type: 'paste_steps', fragment: pick(fragments, choose) }
    case 17:
      return { type: 'write_note', text: 'Words\nbeside', ...(choose(2) === 0 ? { position } : {}) }
    case 18:
      return { type: 'set_note', step: from, text: pick(['', 'Why it is here'], choose) }
    case 19:
      return { type: 'extract_steps', steps: [...new Set([from, step()])], workflow: 'Part.Of_it' }
    default:
      return { type: 'set_workflow_field', path: ['description'], ...(choose(2) === 0 ? { value: 'Other words' } : {}) }
  }
}

/** What is pasted: steps that lead to each other, with comments, in lines and in braces. */
const fragments: readonly string[] = [
  'steps:\n  # pasted\n  - name: Gate # here\n    type: DECISION\n    routes: [{ default: Fresh }]\n  - name: Fresh\n    type: WAIT\n',
  'steps: [{ name: Start, function: x.a, next: END }, { name: New_One, function: "x.b" }]\nlayout: { Start: [0, 0] }\n',
]

function field(choose: Choose, own: string, step: () => string): { path: (string | number)[]; value?: Json } {
  switch (choose(8)) {
    case 0:
      return { path: ['description'], value: 'Something: else' }
    case 1:
      return { path: ['description'] }
    case 2:
      return { path: ['retry', 'max_attempts'], value: 7 }
    case 3:
      return { path: ['timeout_seconds'], value: choose(99) }
    case 4:
      return { path: ['next'], value: step() }
    case 5:
      return { path: ['next'] }
    case 6: {
      const other = step()
      return { path: ['dependencies'], value: other === own ? [] : [other] }
    }
    default:
      return { path: ['dependencies'] }
  }
}

function reconnected(edge: EdgeRef, other: string, choose: Choose): Edit {
  return choose(2) === 0 ? { type: 'reconnect', edge, to: other } : { type: 'reconnect', edge, from: other }
}

function pick<Item>(items: readonly Item[], choose: Choose): Item {
  return items[choose(items.length)] as Item
}
