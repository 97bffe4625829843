import type { PoolClient } from 'pg'
import { limits } from '#core/limits.ts'

interface LogRow {
  readonly run_id: string
  readonly seq: number
  readonly events: string
}

/**
 * The given runs as JSON lines, in pieces: header, list columns, human tasks, what
 * people did with these, large values by their hash and history of one run per line. A line is known by its `run_id`; the same
 * run exported twice is the same line twice.
 */
export async function* exportLines(client: PoolClient, runIds: readonly string[]): AsyncGenerator<string> {
  const { rows: heads } = await client.query<{ run_id: string; head: string }>(
    `select r.id as run_id,
            json_build_object('run_id', r.id, 'run', row_to_json(r), 'state', row_to_json(s),
              'human_tasks', coalesce((select json_agg(to_jsonb(h) - 'sought' order by h.opened_at) from human_task h where h.run_id = r.id), '[]'),
              'payloads', (select json_object_agg(p.sha256, p.value::json)
                             from payload_use u join payload p using (owner_id, sha256) where u.run_id = r.id),
              'task_events', coalesce((select json_agg(row_to_json(e) order by e.at) from task_event e where e.run_id = r.id),
                                      '[]'))::text as head
       from run r join run_state s on s.run_id = r.id
      where r.id = any($1::uuid[]) order by r.id`,
    [runIds],
  )
  const log = pagesOf(client, runIds)
  let next = await log.next()
  for (const { run_id, head } of heads) {
    // Between the parts of a JSON text a new line says nothing.
    yield `${head.replaceAll('\n', ' ').slice(0, -1)}, "events": [`
    let first = true
    while (!next.done && next.value.run_id === run_id) {
      const inside = next.value.events.trim().slice(1, -1)
      yield first ? inside : `,${inside}`
      first = false
      next = await log.next()
    }
    yield ']}\n'
  }
}

async function* pagesOf(client: PoolClient, runIds: readonly string[]): AsyncGenerator<LogRow> {
  let after: readonly [string, number] = ['00000000-0000-0000-0000-000000000000', 0]
  for (;;) {
    const { rows } = await client.query<LogRow>(
      `select run_id, seq, events from run_log
        where run_id = any($1::uuid[]) and (run_id, seq) > ($2::uuid, $3::int)
        order by run_id, seq limit ${limits.read.exportedRows}`,
      [runIds, ...after],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < limits.read.exportedRows) return
    after = [last.run_id, last.seq]
  }
}
