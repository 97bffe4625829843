import type { QueryResult } from 'pg'

interface PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Whatever has prepared the statement: its plan belongs to that session. */
interface Session {
  query(statement: {
    readonly text: string
  }): Promise<QueryResult<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>>
}

/**
 * How many rows the prepared statement `name` goes through, those included that it throws away: what says whether it
 * looks up what it wants or reads whole tables. It is executed with these parameters, which are SQL.
 */
export async function rowsLookedAt(session: Session, name: string, parameters: readonly string[]): Promise<number> {
  const { rows } = await session.query({
    text: `explain (analyze, timing off, format json) execute "${name}"(${parameters.join(', ')})`,
  })
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error(`The statement ${name} has no plan.`)
  return rowsOf(plan)
}

function rowsOf(node: PlanNode): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  const own = (node['Actual Rows'] + removed) * node['Actual Loops']
  return (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), own)
}
