import type { RunTreeNode } from '#components/api/models.ts'
import { isEnded } from '#core/run/views/status.ts'
import { isForSignal } from '#core/run/views/waits.ts'

/** The reason why a run of a family waits: a person or a signal at one of its own steps, or runs below it. */
export type WaitsFor =
  | { readonly kind: 'person' | 'signal'; readonly step: string }
  | { readonly kind: 'runs'; readonly runs: readonly { readonly runId: string; readonly workflow: string }[] }

export function waitsFor({ run, children }: RunTreeNode): WaitsFor | null {
  if (isEnded(run.status)) return null
  const oldest = run.humanWait?.oldest
  if (oldest?.run_id === run.runId) {
    return { kind: isForSignal(oldest) ? 'signal' : 'person', step: oldest.step }
  }
  if (run.status !== 'PENDING_SUB_WORKFLOW' && run.status !== 'WAITING_CHILD_HUMAN_INPUT') return null
  const awaited = children.filter((child) => !isEnded(child.run.status) && child.parentStep !== null)
  const current = awaited.filter((child) => run.currentSteps.includes(child.parentStep as string))
  const runs = current.map((child) => ({ runId: child.run.runId, workflow: child.run.workflow }))
  return runs.length === 0 ? null : { kind: 'runs', runs }
}

/** Whether the run goes on although its parent has ended: no run waits for it any more. */
export function goesOnAlone(run: RunTreeNode['run'], above: RunTreeNode['run'] | null): boolean {
  return above !== null && isEnded(above.status) && !isEnded(run.status)
}

/** The path of runs from the root down to a run; empty when that run is not in the tree. */
export function pathTo(node: RunTreeNode, runId: string): readonly string[] {
  if (node.run.runId === runId) return [runId]
  for (const child of node.children) {
    const path = pathTo(child, runId)
    if (path.length > 0) return [node.run.runId, ...path]
  }
  return []
}

export function idsOf(node: RunTreeNode): readonly string[] {
  return [node.run.runId, ...node.children.flatMap(idsOf)]
}

/** The number of children of a run that are not drawn; of a large family only the upper part is drawn. */
export const childrenLeft = ({ run, children }: RunTreeNode): number => Math.max(0, run.childCount - children.length)
