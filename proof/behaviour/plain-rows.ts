import type { Step } from '#core/definition/definition.ts'
import { decision, human, loop, parallel, signal, subWorkflow, transform, wait } from '#core/run/testing/steps.ts'
import { type Harness, poll, standard } from '../testing/harness.ts'

/**
 * Workflows without an envelope, one of each way through a run, with the status in which each ends. One step after the
 * other: what ends at the same moment may share an append, or may not.
 */
const plain: Readonly<
  Record<string, { readonly steps: readonly Step[]; readonly saga?: true; readonly ends: string }>
> = {
  Sequence: {
    steps: [standard('A', 'addOne'), standard('B', 'addOne', { effects: 'none' }), transform('C', { twice: 'n * 2' })],
    ends: 'COMPLETED',
  },
  Routes: {
    steps: [
      decision('Which', [['input.large', 'Large'], 'Small']),
      standard('Large', 'addOne'),
      standard('Small', 'addOne'),
    ],
    ends: 'COMPLETED',
  },
  People: { steps: [human('Ask', { title: 'Well?' }), standard('After', 'addOne')], ends: 'COMPLETED' },
  Time: { steps: [wait('Pause', { duration_seconds: 1 }), standard('After', 'addOne')], ends: 'COMPLETED' },
  Signalled: { steps: [signal('Hear', 'go'), standard('After', 'addOne')], ends: 'COMPLETED' },
  Below: { steps: [standard('Work', 'addOne')], ends: 'COMPLETED' },
  Above: { steps: [subWorkflow('Sub', 'Below'), standard('After', 'addOne')], ends: 'COMPLETED' },
  Items: {
    steps: [
      parallel('Each', { iterate_over: '[1, 2, 3]', task_function: 'steps.labelOf', batch_size: 1 }),
      loop('Rounds', [standard('Round', 'addOne')], { iterate_over: '[1, 2]' }),
    ],
    ends: 'COMPLETED',
  },
  Failing: { steps: [standard('A', 'addOne'), standard('B', 'failForGood')], ends: 'FAILED' },
  Harmless: { steps: [standard('A', 'failForGood', { effects: 'none' })], ends: 'FAILED' },
  Again: {
    steps: [standard('A', 'failOnce', { retry: { max_attempts: 2, initial_interval_seconds: 1 } })],
    ends: 'COMPLETED',
  },
  Undone: {
    steps: [standard('A', 'addOne', { compensate_function: 'steps.addOne' }), standard('B', 'failForGood')],
    saga: true,
    ends: 'FAILED_ROLLED_BACK',
  },
  Cancelled: { steps: [standard('A', 'addOne'), human('Ask', { title: 'Well?' })], ends: 'CANCELLED' },
}

const tables = ['run', 'run_state', 'run_log', 'human_task', 'timer', 'ready', 'mailbox', 'run_slot', 'payload_use']

/**
 * The rows that plain runs leave on PostgreSQL, from their start to their end, as one text: each run as its rows, with
 * ids and instants replaced by placeholders. A row of the log is an append, so that the text shows the commits as well.
 */
export async function plainRows(at: Harness): Promise<string> {
  const runs = new Map<string, string>()
  for (const [name, { steps, saga }] of Object.entries(plain)) {
    await at.publish(name, steps, saga && { saga_enabled: true })
    runs.set(name, await at.start(name, { large: false, n: 1 }))
  }
  await at.engine()
  const runOf = (name: string) => runs.get(name) as string
  await at.until(runOf('People'), 'WAITING_HUMAN_INPUT')
  await at.send(runOf('People'), { type: 'resume', input: { approved: true } })
  await at.until(runOf('Signalled'), 'WAITING_HUMAN_INPUT')
  await at.send(runOf('Signalled'), { type: 'signal', signal_name: 'go', payload: {} })
  await at.until(runOf('Cancelled'), 'WAITING_HUMAN_INPUT')
  await at.send(runOf('Cancelled'), { type: 'cancel' })
  for (const [name, { ends }] of Object.entries(plain)) await at.until(runOf(name), ends)
  await at.send(runOf('Failing'), { type: 'acknowledge' })
  await poll(
    async () => (await at.pool.query('select from run_slot')).rowCount === 0,
    async () => 'Runs that have ended keep their slots.',
  )
  const sections: string[] = []
  for (const [name, runId] of runs) sections.push(`# ${name}\n${await rowsOf(at, runId)}`)
  return sections.join('\n')
}

async function rowsOf(at: Harness, runId: string): Promise<string> {
  const lines: string[] = []
  for (const table of tables) {
    const key = table === 'run' ? 'id' : 'run_id'
    const { rows } = await at.pool.query<object>(`select * from ${table} where ${key} = $1`, [runId])
    const seqOf = (row: object) => Number((row as { seq?: number }).seq ?? 0)
    for (const row of rows.toSorted((a, b) => seqOf(a) - seqOf(b))) {
      const columns = Object.entries(row).filter(([, value]) => value !== null)
      for (const [column, value] of columns.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        const name = `${table}.${column}`
        if (!changing.includes(name)) lines.push(`${name}: ${textOf(value)}`)
      }
    }
  }
  return withPlaceholders(lines.join('\n'))
}

/** Numbers of one database: transactions, letters. */
const changing = ['run_log.xid', 'ready.position', 'run_state.mail_seq', 'mailbox.id']

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Ids in the order in which they appear first, and instants. */
function withPlaceholders(text: string): string {
  const ids = new Map<string, string>()
  const idOf = (id: string) => {
    const known = ids.get(id) ?? `id-${ids.size + 1}`
    ids.set(id, known)
    return known
  }
  return text
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, idOf)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
    .replaceAll(/\b1[6-9]\d{11}(?:\.\d+)?\b/g, '<instant>')
}
