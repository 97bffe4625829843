import type { PoolClient } from 'pg'
import type { RunEvent } from '#core/run/event.ts'
import type { Cursor } from '#server/log/cursor.ts'
import { type PageEnd, pageOfTransactions, readTransactions, type Summary } from '#server/log/page.ts'
import { notifyLimits } from '../notify-limits.ts'

/** An event about a task, and the people and groups whom it concerns. */
interface TaskNews {
  readonly task_id: string
  readonly kind: 'opened' | 'handed_over' | 'reminded' | 'escalated'
  /** Unique for each event: a repeated read of the log notes nothing twice. */
  readonly cause: string
  readonly at: string
  /** Null: everybody who is asked by the task as it stands. */
  readonly people: readonly string[] | null
  readonly groups: readonly string[] | null
  /** The person who acted gets no notice. */
  readonly except: string | null
}

interface Act {
  readonly operation_id: string
  readonly task_id: string
  readonly actor: string
  readonly details: { readonly to?: string }
}

interface Hit {
  readonly at: string
  readonly events: string | null
  readonly act: Act | null
}

const searched = ['opened', 'reminded', 'escalated'].map((name) => `events like '%"workflow.human_task.${name}"%'`)

const tables = [
  '(select xid, at, events, null::json as act from run_log) l',
  `(select xid, at, null::text as events,
           case when kind in ('assigned', 'delegated')
                then json_build_object('operation_id', operation_id, 'task_id', task_id, 'actor', actor, 'details', details) end as act
      from task_event) e`,
]

/**
 * Notes for each person what the next page of the log and of the acts on tasks says about their tasks. It runs within the
 * transaction that moves the cursor, so every event is noted exactly once.
 */
export async function noteTaskNews(client: PoolClient, after: Cursor): Promise<PageEnd> {
  const { answer, end } = await readTransactions(notifyLimits.pageRows, (rows) => readPage(client, after, rows))
  const news = answer.hits.flatMap(({ at, events, act }) => [
    ...(act ? ofAct(act, at) : []),
    ...(events ? (JSON.parse(events) as readonly RunEvent[]).flatMap(ofEvent) : []),
  ])
  if (news.length > 0) await insertNotices(client, news)
  return end
}

async function readPage(client: PoolClient, after: Cursor, rows: number): Promise<Summary & { hits: readonly Hit[] }> {
  const { rows: answers } = await client.query<Summary & { hits: readonly Hit[] }>({
    name: `task-news-${rows}`,
    text: `with ${pageOfTransactions({ columns: 'xid, at, events, act', rows, tables })},
     hits as (
       select at, events, act from page
        where (act is not null or ${searched.join(' or ')})
          and at > clock_timestamp() - make_interval(secs => $2::float8 / 1000)
        order by xid)
     select summary.*, coalesce((select json_agg(hits) from hits), '[]') as hits from summary`,
    values: [after.xid, notifyLimits.tooOldMs],
  })
  const [found] = answers
  if (!found) throw new Error('The log of runs did not answer.')
  return found
}

function ofAct({ operation_id, task_id, actor, details: { to } }: Act, at: string): TaskNews[] {
  if (to === undefined) return []
  return [{ task_id, kind: 'handed_over', cause: `act/${operation_id}`, at, people: [to], groups: [], except: actor }]
}

function ofEvent(event: RunEvent): TaskNews[] {
  const at = new Date(event.at).toISOString()
  switch (event.type) {
    case 'workflow.human_task.opened': {
      const { task_id, assignees, groups } = event.payload
      return [{ task_id, kind: 'opened', cause: `${task_id}/opened`, at, people: assignees, groups, except: null }]
    }
    case 'workflow.human_task.reminded': {
      const { task_id, reminder } = event.payload
      const cause = `${task_id}/reminded/${reminder}`
      return [{ task_id, kind: 'reminded', cause, at, people: null, groups: null, except: null }]
    }
    case 'workflow.human_task.escalated': {
      const { task_id, to } = event.payload
      const cause = `${task_id}/escalated`
      return [{ task_id, kind: 'escalated', cause, at, people: [to], groups: [to], except: null }]
    }
    default:
      return []
  }
}

/** One row for each person with an address who wants to hear of it. Tasks that ask everybody ask nobody by mail. */
async function insertNotices(client: PoolClient, news: readonly TaskNews[]): Promise<void> {
  await client.query(
    `insert into mail_notice (owner_id, person_id, cause, kind, task_id, run_id, happened_at, due_at)
     select t.owner_id, p.id, n.cause, p.kind, t.id, t.run_id, n.at,
            clock_timestamp() + make_interval(secs => $2::float8 / 1000)
       from json_to_recordset($1) n(task_id uuid, kind text, cause text, at timestamptz, people text[], groups text[], "except" text)
       join human_task t on t.id = n.task_id and t.status = 'open'
       cross join lateral (
         select coalesce(n.people, case when t.held_by is null then coalesce(t.assignees, '{}') || coalesce(t.delegates, '{}')
                                        || coalesce(t.escalated_to, '{}') else array[t.held_by] end) as people,
                coalesce(n.groups, case when t.held_by is null then coalesce(t.groups, '{}') || coalesce(t.escalated_to, '{}')
                                        else '{}' end) as groups) asked
       cross join lateral (
         select p.id, w.kind
           from (select unnest(asked.people) as id
                  union select g.person_id from group_member g
                         where g.owner_id = t.owner_id and g.group_id = any(asked.groups)) named
           join person p on p.owner_id = t.owner_id and p.id = named.id
           left join notification_setting s on s.owner_id = p.owner_id and s.person_id = p.id
           cross join lateral (
             select case when n.kind = 'opened' and p.id <> all(asked.people) then 'opened_group' else n.kind end as kind) w
          where p.email is not null and p.id is distinct from n."except"
            and p.id <> all(coalesce(t.excluded, '{}'))
            and not exists (select from group_member g where g.owner_id = t.owner_id and g.person_id = p.id
                             and g.group_id = any(coalesce(t.excluded, '{}')))
            and (s.person_id is null or (s.pace <> 'off' and w.kind = any(s.kinds)))
          order by p.id limit ${notifyLimits.peoplePerTask}) p
     on conflict do nothing`,
    [JSON.stringify(news), notifyLimits.gatherMs],
  )
}
