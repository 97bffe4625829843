import { type Phase, phases, type Status } from '#core/run/statuses.ts'
import { type PhaseSeverity, severityOf } from '#core/run/views/phases.ts'
import { viewTable } from '#core/run/views/view-table.ts'
import type { Bind } from '#server/access/entitlement.ts'
import type { RunFilter } from './run-filter.ts'

/** The phases that a filter asks for; undefined for all. */
export function phasesOf({ phase, phaseSeverity }: Pick<RunFilter, 'phase' | 'phaseSeverity'>): Phase[] | undefined {
  if (!phase?.length && !phaseSeverity?.length) return undefined
  const isAsked = (each: Phase) =>
    (!phase?.length || phase.includes(each)) &&
    (!phaseSeverity?.length || (phaseSeverity as readonly PhaseSeverity[]).includes(severityOf(each)))
  return phases.filter(isAsked)
}

/**
 * A condition on the phase of `run_state s`. The phases are literals, so that the planner sees whether the index of the
 * rarer phases serves. The statuses that go with them say the same again for the index of statuses, which serves the phases
 * of every run.
 */
export function phaseCondition(asked: readonly Phase[]): string {
  if (asked.length === 0) return 'false'
  return `s.phase in (${literals(asked)}) and s.status in (${literals(statusesOf(asked))})`
}

const literals = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')

function statusesOf(asked: readonly Phase[]): readonly Status[] {
  const rows = Object.values(viewTable).filter((row) =>
    (row.phases as readonly Phase[]).some((each) => asked.includes(each)),
  )
  return [...new Set(rows.flatMap(({ statuses }): readonly Status[] => statuses))]
}

/** Runs that hold the resource. */
export const holds = (resource: string, owner: string | null, bind: Bind) =>
  `r.id in (select l.run_id from resource_lock l where l.resource = ${bind(resource)}${
    owner === null ? '' : ` and l.owner_id = ${bind(owner)}`
  })`
