import { limits } from '#core/limits.ts'
import { pathFrom } from '../../path-from.ts'
import { readJsonTemplate } from '../expression/json-template.ts'
import type { Names } from '../expression/names.ts'
import { assignmentsOf, keepsOthers } from '../nodes/assignments.ts'
import { kindOf, type N8nNode } from '../read-n8n.ts'
import { errorOutput } from './errors.ts'
import { givesOn, isTrigger, loopOutputs } from './kinds.ts'
import type { Link, Links } from './links.ts'

/** What has to be known of a workflow to find the data that an expression reads. */
export interface FlowLookup {
  readonly node: (name: string) => N8nNode | undefined
  readonly links: Links
  /** The loops that a node is in, from the outermost. */
  readonly loopsOf: (name: string) => readonly string[]
  /** Loops with a body of their own. */
  readonly loops: ReadonlySet<string>
  readonly itemName: (loop: string) => string
  /** The step that a node became. */
  readonly stepName: (name: string) => string | undefined
}

/** What expressions in a node mean: null where they could mean the data of one node or another. */
export function dataOf(places: FlowLookup, viewer: string): Names {
  const { node, links, loopsOf, loops } = places
  const around = loopsOf(viewer)

  const of = (name: string, path: readonly string[], seen: ReadonlySet<string>): string | null => {
    const one = node(name)
    if (one === undefined || seen.has(name) || seen.size === limits.import.nodesBack) return null
    if (isTrigger(one)) return inputOf(one, path)
    if (loops.has(name)) return around.includes(name) ? pathFrom(places.itemName(name), path) : null
    // What a step of a loop gave is that of its last round for those outside.
    if (!loopsOf(name).every((loop) => around.includes(loop))) return null
    if (givesOn(one)) return before(name, path, new Set([...seen, name]))
    const step = places.stepName(name)
    if (step === undefined) return null
    const output = pathFrom('steps', [step, 'output'])
    const [field] = path
    if (kindOf(one) !== 'set' || field === undefined) return pathFrom(output, path)
    const fields = fieldsOf(one)
    if (fields === null) return pathFrom(output, path)
    if (fields.includes(field)) return pathFrom(output, path)
    return keepsOthers(one) ? before(name, path, new Set([...seen, name])) : null
  }
  const by = ({ from, output }: Link, path: readonly string[], seen: ReadonlySet<string>): string | null => {
    const one = node(from) as N8nNode
    if (loops.has(from) && output !== loopOutputs(one).each) return null
    if (errorOutput(one, links) === output) return null
    return of(from, path, seen)
  }
  const before = (name: string, path: readonly string[], seen: ReadonlySet<string>): string | null => {
    const ways = links.before(name).filter(({ from }) => !loops.has(name) || !loopsOf(from).includes(name))
    const found = new Set(ways.map((link) => by(link, path, seen)))
    const [only = null] = found
    return found.size === 1 ? only : null
  }
  return { json: (path) => before(viewer, path, new Set()), node: (name, path) => of(name, path, new Set()) }
}

/** A webhook hands on the whole request, of which the body is what a run is started with. */
function inputOf(node: N8nNode, path: readonly string[]): string | null {
  if (kindOf(node) !== 'webhook') return pathFrom('input', path)
  return path[0] === 'body' || path[0] === 'query' ? pathFrom('input', path.slice(1)) : null
}

/** The first parts of the names that a Set gives; null where an expression makes them up. */
function fieldsOf(node: N8nNode): readonly string[] | null {
  const { jsonOutput } = node.parameters
  if (jsonOutput === undefined) return assignmentsOf(node).map(({ name }) => name.split('.')[0] as string)
  const template = typeof jsonOutput === 'string' ? readJsonTemplate(jsonOutput) : null
  return template?.kind === 'map' ? template.entries.map(([key]) => key) : null
}
