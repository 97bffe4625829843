import type { CommandKind } from './code-state.ts'
import { type FollowedCommand, nameOf } from './shown/followed-commands.ts'

/** What runs of a workflow that is code did: its commands by kind and name, and which followed which. */
export interface ObservedGraph {
  readonly runs: number
  /** In the order in which runs came to them first. */
  readonly nodes: readonly ObservedNode[]
  readonly edges: readonly ObservedEdge[]
}

export interface ObservedNode {
  /** The name of its commands without their numbers: `fetchUser`, `child:Billing`. */
  readonly id: string
  readonly kind: CommandKind
  readonly name: string
  readonly function?: string
  /** How often runs asked for it. */
  readonly count: number
  /** How often it followed itself. */
  readonly repeated: number
  /** How many runs began with it, and ended with it. */
  readonly starts: number
  readonly ends: number
}

export interface ObservedEdge {
  readonly from: string
  readonly to: string
  readonly failed: boolean
  readonly count: number
  /** The edge leads back to a command that runs came to earlier: a loop. */
  readonly back: boolean
}

type Changing<Of> = { -readonly [Key in keyof Of]: Of[Key] }

/**
 * The graph of what runs did, not of what they can do: commands of one kind and name are one node, so that the rounds of
 * a loop are folded. `runs`: the commands of each run.
 */
export function observedGraph(runs: readonly (readonly FollowedCommand[])[]): ObservedGraph {
  const nodes = new Map<string, Changing<ObservedNode>>()
  const edges = new Map<string, Changing<ObservedEdge>>()
  const places = new Map<string, number>()
  for (const commands of runs) {
    const left = new Set(commands.map(({ step }) => step))
    const ids = new Map(commands.map((command) => [command.step, nameOf(command)]))
    for (const command of commands) {
      const id = nameOf(command)
      const { kind, name, after, function: called } = command
      const more = called === undefined ? {} : { function: called }
      const node = nodes.get(id) ?? { id, kind, name, ...more, count: 0, repeated: 0, starts: 0, ends: 0 }
      nodes.set(id, node)
      if (!places.has(id)) places.set(id, places.size)
      node.count += 1
      if (after.length === 0) node.starts += 1
      for (const { step, failed } of after) {
        left.delete(step)
        // A command follows only commands of its run that came before it.
        const from = ids.get(step) as string
        if (from === id) node.repeated += 1
        else count(edges, { from, to: id, failed }, (places.get(from) as number) > (places.get(id) as number))
      }
    }
    for (const step of left) (nodes.get(ids.get(step) as string) as Changing<ObservedNode>).ends += 1
  }
  return { runs: runs.length, nodes: [...nodes.values()], edges: [...edges.values()] }
}

function count(
  edges: Map<string, Changing<ObservedEdge>>,
  { from, to, failed }: Pick<ObservedEdge, 'from' | 'to' | 'failed'>,
  back: boolean,
): void {
  const key = JSON.stringify([from, to, failed])
  const edge = edges.get(key) ?? { from, to, failed, count: 0, back }
  edge.count += 1
  edges.set(key, edge)
}
