import type { PoolClient } from 'pg'
import { limits } from '#core/limits.ts'

interface OfRun {
  readonly run_id: string
}

interface Head extends OfRun {
  readonly head: string
}

interface PayloadRow extends OfRun {
  readonly sha256: string
  readonly value: string
}

interface LogRow extends OfRun {
  readonly seq: number
  readonly events: string
}

/**
 * The given runs as JSON lines, in pieces: each line holds one run's header, list columns, human tasks, people's
 * actions on these, large values by their hash, and history. A line is identified by its `run_id`; a run that is
 * exported twice gives two equal lines.
 *
 * Only a small part is in memory at once, regardless of the number and size of the runs.
 */
export async function* exportLines(client: PoolClient, runIds: readonly string[]): AsyncGenerator<string> {
  const sorted = runIds.toSorted()
  for (let first = 0; first < sorted.length; first += limits.read.exportedHeads) {
    yield* linesOf(client, sorted.slice(first, first + limits.read.exportedHeads))
  }
}

async function* linesOf(client: PoolClient, runIds: readonly string[]): AsyncGenerator<string> {
  const { rows: heads } = await client.query<Head>(
    `select r.id as run_id,
            json_build_object('run_id', r.id, 'run', row_to_json(r), 'state', row_to_json(s),
              'human_tasks', coalesce((select json_agg(to_jsonb(h) - 'sought' order by h.opened_at) from human_task h where h.run_id = r.id), '[]'),
              'task_events', coalesce((select json_agg(row_to_json(e) order by e.at) from task_event e where e.run_id = r.id),
                                      '[]'))::text as head
       from run r join run_state s on s.run_id = r.id
      where r.id = any($1::uuid[]) order by r.id`,
    [runIds],
  )
  const payloads = inStep(payloadsOf(client, runIds))
  const log = inStep(logOf(client, runIds))
  for (const { run_id, head } of heads) {
    // Newlines between the parts of a JSON text have no meaning.
    yield `${head.replaceAll('\n', ' ').slice(0, -1)}, "payloads": `
    let before = '{'
    for await (const { sha256, value } of payloads(run_id)) {
      yield `${before}"${sha256}": `
      yield value
      before = ', '
    }
    yield `${before === '{' ? 'null' : '}'}, "events": [`
    before = ''
    for await (const { events } of log(run_id)) {
      yield before + events.trim().slice(1, -1)
      before = ','
    }
    yield ']}\n'
  }
}

/** Payloads are read one by one: each may have the maximum size of a step's value. */
async function* payloadsOf(client: PoolClient, runIds: readonly string[]): AsyncGenerator<PayloadRow> {
  let after: readonly [string, string] = [BEFORE_ALL, '']
  for (;;) {
    const { rows } = await client.query<PayloadRow>(
      `select run_id, sha256, (select value from payload p where (p.owner_id, p.sha256) = (u.owner_id, u.sha256)) as value
         from (select * from payload_use where run_id = any($1::uuid[]) and (run_id, sha256) > ($2::uuid, $3)
                order by run_id, sha256 limit 1) u`,
      [runIds, ...after],
    )
    const [row] = rows
    if (!row) return
    yield row
    after = [row.run_id, row.sha256]
  }
}

async function* logOf(client: PoolClient, runIds: readonly string[]): AsyncGenerator<LogRow> {
  let after: readonly [string, number] = [BEFORE_ALL, 0]
  for (;;) {
    // A row is included if the rows before it have not filled the page: so at least one is.
    const { rows } = await client.query<LogRow>(
      `select run_id, seq, events
         from (select *, sum(octet_length(events)) over (order by run_id, seq) as bytes
                 from (select run_id, seq, events from run_log
                        where run_id = any($1::uuid[]) and (run_id, seq) > ($2::uuid, $3::int)
                        order by run_id, seq limit ${limits.read.exportedRows}) page) rows
        where bytes - octet_length(events) < ${limits.read.exportedBytes}
        order by run_id, seq`,
      [runIds, ...after],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = [last.run_id, last.seq]
  }
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Splits rows, which are in the order of their runs, into the rows of one run after the other. */
function inStep<Row extends OfRun>(rows: AsyncGenerator<Row>): (runId: string) => AsyncGenerator<Row> {
  let next: Promise<IteratorResult<Row>> | undefined
  return async function* ofRun(runId) {
    for (;;) {
      next ??= rows.next()
      const { done, value } = await next
      if (done || value.run_id !== runId) return
      next = undefined
      yield value
    }
  }
}
