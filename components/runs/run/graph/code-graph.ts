import { type CommandGraph, graphOfCommands, stepOfCommand } from '#components/canvas/command-graph.ts'
import { executable } from '#core/definition/executable.ts'
import { type FollowedCommand, followedCommands } from '#core/run/code/shown/followed-commands.ts'
import type { RunIndex } from '../instant/run-index.ts'
import type { RunGraph } from './use-run-graph.ts'

/** From this number of commands on, only the latest are drawn. */
export const mostCommands = 300

/** What a graph of commands depends on: it grows with each command, and has ends once the run has ended. */
function keyOf(commands: readonly FollowedCommand[], hasEnded: boolean): string {
  return `${commands.length} ${hasEnded}`
}

/**
 * The graph of a run of code: its commands so far, as they followed each other. `before`: the graph of the same run
 * before further events, whose identity is kept until there is another command.
 */
export function codeGraphOf(
  workflow: string,
  { events, state }: Pick<RunIndex, 'events' | 'state'>,
  before: CodeGraph | null = null,
): CodeGraph {
  const commands = followedCommands(events)
  const hasEnded = state.outcome !== null
  const key = keyOf(commands, hasEnded)
  if (before !== null && before.key === key && before.workflow === workflow) return before
  const drawn = drawnOf(workflow, commands.slice(-mostCommands), hasEnded)
  const steps = new Map(commands.map((command) => [command.step, stepOfCommand({ ...command, id: command.step })]))
  const graph = graphOfCommands(drawn)
  return {
    key,
    workflow,
    left: commands.length - drawn.commands.length,
    graph,
    executable: executable({ ...graph.workflow, steps: [] }),
    step: (name) => steps.get(name),
    titled: [...steps.values()],
    listed: graph.nodes.map(({ step }) => step),
  }
}

export interface CodeGraph extends RunGraph {
  readonly key: string
  readonly workflow: string
  /** Number of earlier commands that are not drawn. */
  readonly left: number
}

function drawnOf(workflow: string, shown: readonly FollowedCommand[], hasEnded: boolean): CommandGraph {
  const there = new Set(shown.map(({ step }) => step))
  const ways = shown.flatMap(({ step: to, after }) =>
    after.flatMap(({ step: from, failed }) => (there.has(from) ? [{ from, to, failed }] : [])),
  )
  const [reached, left] = [new Set(ways.map(({ to }) => to)), new Set(ways.map(({ from }) => from))]
  return {
    workflow,
    commands: shown.map((command) => ({ ...command, id: command.step })),
    ways,
    starts: shown.flatMap(({ step }) => (reached.has(step) ? [] : [step])),
    ends: hasEnded ? shown.flatMap(({ step }) => (left.has(step) ? [] : [step])) : [],
  }
}
