import type { N8nNode } from '../read-n8n.ts'
import { isLoop, loopOutputs } from './kinds.ts'

/** The ways between nodes, through nodes that do nothing. */
export interface Ways {
  readonly node: (name: string) => N8nNode
  /** The targets of an output; of all outputs, where none is given. */
  readonly onward: (name: string, output?: number) => readonly string[]
}

/** Nodes in the order in which they are reached: the steps of a workflow or of the body of a loop. */
export interface NodeList {
  readonly nodes: readonly string[]
  /** The bodies of the loops in the list. */
  readonly bodies: ReadonlyMap<string, NodeList>
}

/**
 * The nodes reachable from the starts, with the bodies of loops apart. The nodes behind a Loop Over Items' output for
 * each item are its body, as long as no other way leads into it; the body ends where it leads back to the loop.
 */
export function listFrom(starts: readonly string[], ways: Ways, around: ReadonlySet<string> = new Set()): NodeList {
  const bodies = new Map<string, NodeList>()
  const reached = new Set(starts.filter((name) => !around.has(name)))
  // The set grows while it is walked.
  for (const name of reached) {
    const body = isLoop(ways.node(name)) ? bodyOf(name, starts, ways, around) : null
    if (body !== null) bodies.set(name, body)
    for (const to of onwardFrom(name, ways, body !== null)) if (!around.has(to)) reached.add(to)
  }
  return { nodes: [...reached], bodies }
}

function onwardFrom(name: string, ways: Ways, isApart: boolean): readonly string[] {
  if (!isApart) return ways.onward(name)
  const { done } = loopOutputs(ways.node(name))
  return done === null ? [] : ways.onward(name, done)
}

/** Null where the body could also be reached without the loop, or is empty. */
function bodyOf(loop: string, starts: readonly string[], ways: Ways, around: ReadonlySet<string>): NodeList | null {
  const { each } = loopOutputs(ways.node(loop))
  const inner = new Set([...around, loop])
  const first = ways.onward(loop, each).filter((name) => !inner.has(name))
  const inside = reachable(first, ways, (name) => inner.has(name))
  const outside = reachable(starts, ways, (name) => around.has(name), loop)
  if (first.length === 0 || [...inside].some((name) => outside.has(name))) return null
  return listFrom(first, ways, inner)
}

function reachable(
  starts: readonly string[],
  ways: Ways,
  isEnd: (name: string) => boolean,
  loop?: string,
): ReadonlySet<string> {
  const found = new Set(starts.filter((name) => !isEnd(name)))
  for (const name of found) {
    for (const to of onwardFrom(name, ways, name === loop)) if (!isEnd(to)) found.add(to)
  }
  return found
}

/** All nodes of a list, bodies included, each with the loops around it, the outermost first. */
export function loopsAround(
  list: NodeList,
  around: readonly string[] = [],
): readonly (readonly [name: string, loops: readonly string[]])[] {
  return list.nodes.flatMap((name) => {
    const body = list.bodies.get(name)
    const inner = body === undefined ? [] : loopsAround(body, [...around, name])
    return [[name, around] as const, ...inner]
  })
}
