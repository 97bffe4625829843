import type { Step } from '#core/definition/definition.ts'
import { edgeId, type Graph, type GraphEdge } from '#core/graph/graph.ts'
import { endIdOf, rememberTerminals, startId } from '#core/graph/terminals.ts'
import type { CommandKind } from '#core/run/code/code-state.ts'
import { canvasTexts } from './texts/canvas.ts'

/** A command of code, as the canvas draws it. */
export interface DrawnCommand {
  readonly id: string
  readonly kind: CommandKind
  readonly name: string
  readonly function?: string
  readonly duration_ms?: number
}

/** The way from one command to the next; `count`: how many runs took it, where several are drawn. */
export interface DrawnWay {
  readonly from: string
  readonly to: string
  readonly failed: boolean
  readonly back?: boolean
  readonly count?: number
}

export interface CommandGraph {
  readonly workflow: string
  readonly commands: readonly DrawnCommand[]
  readonly ways: readonly DrawnWay[]
  /** Commands that the code began with, and those that it ended with; no end while it goes on. */
  readonly starts: readonly string[]
  readonly ends: readonly string[]
}

/** The graph of a run of code: each command is drawn as the step type of the same kind. */
export function graphOfCommands({ workflow, commands, ways, starts, ends }: CommandGraph): Graph {
  const options = { saga_enabled: false, fail_fast: false, timeout_includes_waits: true }
  const nodes = commands.map((command, index) => ({
    id: command.id,
    step: stepOfCommand(command),
    position: { x: 0, y: index * 120 },
    placed: false,
  }))
  const graph = { workflow: { workflow_type: workflow, ...options }, nodes, edges: ways.map(edgeOf) }
  return rememberTerminals(graph, { starts: starts.map(startAt), ends: ends.map(endAt) })
}

/** The step that stands for a command on the canvas and in the panels of a run. */
export function stepOfCommand({ id, kind, name, function: called, duration_ms = 0 }: DrawnCommand): Step {
  const common = { name: id, title: kind === 'milestone' ? name : id }
  switch (kind) {
    case 'activity':
    case 'compensation':
      return { ...common, type: 'STANDARD', function: called ?? name }
    case 'timer':
      return { ...common, type: 'WAIT', duration_seconds: duration_ms / 1_000 }
    case 'child':
      return { ...common, type: 'SUB_WORKFLOW', sub_workflow_type: name }
    case 'approval':
      return { ...common, type: 'HUMAN' }
    case 'milestone':
      return { ...common, type: 'UNKNOWN', written_type: canvasTexts.milestone }
  }
}

function edgeOf({ from, to, failed, back = false, count }: DrawnWay): GraphEdge {
  const kind = failed ? 'failure' : 'normal'
  const label = count === undefined ? {} : { label: canvasTexts.times(count) }
  return { id: edgeId({ from, to, kind }), source: from, target: to, kind, back, ...label }
}

function startAt(to: string): GraphEdge {
  const id = edgeId({ from: startId, to, kind: 'normal' })
  return { id, source: startId, target: to, kind: 'normal', back: false, terminal: 'start' }
}

function endAt(from: string): GraphEdge {
  const target = endIdOf(from)
  return {
    id: edgeId({ from, to: target, kind: 'normal' }),
    source: from,
    target,
    kind: 'normal',
    back: false,
    terminal: 'end',
  }
}
