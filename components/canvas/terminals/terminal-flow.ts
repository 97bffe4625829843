import type { Definition } from '#core/definition/definition.ts'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import { triggerWords } from '#core/definition/triggers/trigger-words.ts'
import type { GraphEdge } from '#core/graph/graph.ts'
import { isJsonObject } from '#core/json.ts'
import { canvasTexts } from '../texts/canvas.ts'
import type { TerminalNode } from './place-terminals.ts'
import type { ShownTrigger, TerminalNodeData } from './terminal-node.tsx'

/** The names of the values that a run begins with. */
export function inputNames({ input_schema: schema }: Pick<Definition, 'input_schema'>): readonly string[] {
  const properties = schema?.properties
  return isJsonObject(properties) ? Object.keys(properties).map(escapeInvisible) : []
}

/** The triggers of a workflow, each with its type and in words. */
export function shownTriggers({ triggers = [] }: Pick<Definition, 'triggers'>): readonly ShownTrigger[] {
  return triggers.map((trigger) => ({ type: trigger.type, words: escapeInvisible(triggerWords(trigger)) }))
}

/** What the node of a start or an end shows. */
export function terminalData(
  { terminal, beside }: TerminalNode,
  {
    inputs,
    triggers,
    direction,
    round,
    fork,
  }: Pick<TerminalNodeData, 'inputs' | 'triggers' | 'direction' | 'round' | 'fork'>,
): TerminalNodeData {
  const isFork = terminal === 'fork' || terminal === 'join'
  return {
    terminal,
    beside,
    inputs: terminal === 'start' ? inputs : [],
    triggers: terminal === 'start' ? triggers : [],
    direction,
    ...(round ? { round } : {}),
    ...(isFork && fork ? { fork } : {}),
  }
}

/** The name of an edge from the start or to an end; null for another edge. */
export function terminalEdgeLabel({ source, target, label, terminal }: GraphEdge): string | null {
  if (terminal === undefined) return null
  if (terminal === 'start') return canvasTexts.connectionFromStart(escapeInvisible(target))
  const from = escapeInvisible(source)
  return label === undefined ? canvasTexts.connectionToEnd(from) : canvasTexts.routeToEnd(from, escapeInvisible(label))
}
