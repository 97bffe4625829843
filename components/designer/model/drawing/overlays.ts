import type { NodeOverlay } from '#components/canvas/overlay-store.ts'
import type { Step } from '#core/definition/definition.ts'
import { allSteps } from '#core/definition/inner-lists.ts'
import type { Problem } from '#core/definition/problem.ts'
import type { Graph } from '#core/graph/graph.ts'
import { levelsOf } from '#core/graph/levels.ts'
import { worstSeverity } from '../problems/problem-store.ts'
import { problemsShown } from '../problems/problems-shown.ts'

/** The number of problems of each node, and the severity of the worst. */
export function nodeOverlays(
  steps: readonly Step[],
  byStep: ReadonlyMap<string, readonly Problem[]>,
  open: Pick<ReadonlySet<string>, 'has'>,
  before: Readonly<Record<string, NodeOverlay>>,
): Readonly<Record<string, NodeOverlay>> {
  const overlays: Record<string, NodeOverlay> = {}
  if (byStep.size === 0) return overlays
  for (const step of allSteps(steps)) {
    const problems = problemsShown(step, byStep, open.has(step.name))
    if (problems.length === 0) continue
    const severity = worstSeverity(problems)
    const old = before[step.name]
    const same = old?.problems?.count === problems.length && old.problems.severity === severity
    overlays[step.name] = same ? old : { problems: { count: problems.length, severity } }
  }
  return overlays
}

/** The edges of routes with a wrong condition. */
export function edgeOverlays(graph: Graph, problems: readonly Problem[]): Readonly<Record<string, 'failed'>> {
  const wrong = new Set(
    problems.flatMap(({ severity, step, path }) => {
      const at = path.indexOf('routes')
      return severity === 'error' && step !== undefined && at !== -1 ? [JSON.stringify([step, path[at + 1]])] : []
    }),
  )
  if (wrong.size === 0) return {}
  const edges = levelsOf(graph).flatMap((level) => level.edges)
  const marked = edges.filter((edge) => edge.routes?.some((route) => wrong.has(JSON.stringify([edge.source, route]))))
  return Object.fromEntries(marked.map((edge) => [edge.id, 'failed' as const]))
}
