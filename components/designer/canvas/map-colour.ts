import type { WorkflowFlowNode } from '#components/canvas/workflow-node.tsx'

/** Who acts in a step tells it apart on the map: people, other workflows, time, decisions; all others are plain. */
const colours: Partial<Record<WorkflowFlowNode['data']['stepType'], string>> = {
  HUMAN: 'var(--color-human)',
  SUB_WORKFLOW: 'var(--color-child)',
  FIRE_AND_FORGET: 'var(--color-child)',
  LOOP: 'var(--color-child)',
  ASYNC: 'var(--color-async)',
  WAIT: 'var(--color-async)',
  SIGNAL: 'var(--color-async)',
  DECISION: 'var(--color-active)',
  UNKNOWN: 'var(--color-failed)',
}

export function mapColour({ data, selected }: WorkflowFlowNode): string {
  // A frame shows what is in it.
  if (data.open) return 'var(--color-line)'
  if (data.folded) return selected ? 'var(--color-accent)' : 'var(--color-line-strong)'
  return selected ? 'var(--color-accent)' : (colours[data.stepType] ?? 'var(--color-line-strong)')
}
