import { shownWorkflow } from '#core/run/fan-out/fan-out.ts'
import type { NewRun } from '../commit/append.ts'
import { arrayLiteral } from './connection/array-literal.ts'

/** A value as a column of `run`, or of the other rows with which a run begins, takes it. */
type Value = string | number | readonly string[] | null

export interface RunColumn {
  readonly name: string
  readonly type: string
  readonly value: (run: NewRun) => Value
}

const column = (name: string, type: string, value: RunColumn['value']): RunColumn => ({ name, type, value })

/**
 * The columns of `run`, each with its value for a new run: every statement that inserts a run is made from this list, and
 * so are its parameters. A new column of a start is one entry here.
 */
const columns: readonly RunColumn[] = [
  column('id', 'uuid', ({ runId }) => runId),
  column('owner_id', 'text', ({ ownerId }) => ownerId),
  column('data_region', 'text', ({ header }) => header.data_region),
  column('workflow', 'text', ({ header }) => shownWorkflow(header).workflow),
  column('version', 'int', ({ header }) => shownWorkflow(header).version),
  column('parent_run_id', 'uuid', ({ header }) => header.parent?.run_id ?? null),
  column('parent_step', 'text', ({ header }) => header.parent?.step ?? null),
  column('root_run_id', 'uuid', ({ header }) => header.root_run_id),
  // For a detached run and the runs below it: the root of the run that started the detached run.
  column('origin_run_id', 'uuid', ({ header }) => header.origin_run_id ?? null),
  column('rerun_of', 'uuid', ({ header }) => header.rerun_of?.run_id ?? null),
  column('variants', 'int', ({ header }) => header.fan_out?.entries.length ?? null),
  column('fan_out_version', 'int', ({ header }) => (header.fan_out === undefined ? null : header.version)),
  column('regenerated_from', 'uuid', ({ header }) => header.regenerates?.run_id ?? null),
  column('regenerated_variant', 'int', ({ header }) => header.regenerates?.variant ?? null),
  column('workflow_id', 'text', ({ header }) => header.workflow_id ?? null),
  column('depth', 'int', ({ header }) => header.depth),
  column('tags', 'text[]', ({ header }) => header.tags),
  column('priority', 'int', ({ header }) => header.priority),
  column('idempotency_key', 'text', ({ idempotencyKey }) => idempotencyKey),
  column('request_identity', 'text', ({ requestIdentity }) => requestIdentity),
  column('created_by', 'text', ({ header }) => header.actor.id),
  column('created_at', 'timestamptz', ({ createdAt }) => new Date(createdAt).toISOString()),
]

const without = (...names: readonly string[]) => columns.filter(({ name }) => !names.includes(name))

const fanOutColumns = ['variants', 'fan_out_version', 'regenerated_from', 'regenerated_variant']

/**
 * The columns of a run that a request starts; of such a run with a workflow id; of one that starts eagerly, an ordinary
 * run; and of a child run, which may continue a run with a workflow id.
 */
export const startColumns = without('origin_run_id', 'workflow_id')
export const identifiedColumns = without('origin_run_id')
export const rootColumns = without('origin_run_id', 'workflow_id', 'parent_run_id', 'parent_step', ...fanOutColumns)
export const childColumns = without('rerun_of', 'idempotency_key', 'request_identity', ...fanOutColumns)

/** The values of a new run for its list columns and its first log row. */
export const firstRowColumns: readonly RunColumn[] = [
  column('append_id', 'uuid', ({ appendId }) => appendId),
  column('events', 'text', ({ events }) => events),
  column('last_seq', 'int', ({ lastSeq }) => lastSeq),
  column('status', 'text', ({ status }) => status),
  column('phase', 'text', ({ phase }) => phase),
]

export const namesOf = (list: readonly RunColumn[]): string => list.map(({ name }) => name).join(', ')

/** The columns with their types, as `jsonb_to_recordset` takes them. */
export const recordOf = (list: readonly RunColumn[]): string =>
  list.map(({ name, type }) => `${name} ${type}`).join(', ')

/** The values of a run by column, as one element of the recordset; a null is left out, and so is null there. */
export function rowOf(run: NewRun, list: readonly RunColumn[]): { readonly [name: string]: Value } {
  const values = list.map(({ name, value }) => [name, value(run)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== null))
}

/** The values of a run as parameters of a statement, in the order of the columns. */
export function parametersOf(run: NewRun, list: readonly RunColumn[]): readonly (string | null)[] {
  return list.map(({ value }) => {
    const found = value(run)
    if (found === null || typeof found === 'string') return found
    return typeof found === 'number' ? String(found) : arrayLiteral(found)
  })
}
