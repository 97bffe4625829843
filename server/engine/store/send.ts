import { limits } from '#core/limits.ts'
import type { Command } from '#core/run/command.ts'
import type { AuditEntry } from '#server/audit/entry.ts'
import { auditJson, rowFrom } from '#server/audit/record-audit.ts'
import type { Reply } from '../commit/append.ts'
import { committing } from '../crash-points.ts'
import { confirmFound } from './confirm-found.ts'
import type { Queryable } from './connection/connection.ts'
import { placesOfWoken } from './queue-position.ts'

export type Sent = 'sent' | 'known' | 'no_such_run' | 'full'

/** A command and the operation it belongs to. */
export interface SentCommand {
  readonly runId: string
  readonly operationId: string
  readonly command: Command
  /** Identity of the request that came with the operation id (`server/request-identity.ts`). */
  readonly identity?: string | undefined
  /** The row of the audit, for a command that a person or a program asks for. */
  readonly audit?: AuditEntry | undefined
}

/** An operation that was sent before; the identity is null where none was stored. */
export interface KnownCommand {
  readonly runId: string
  readonly identity: string | null
  readonly command: Command
}

/** The engine that had the run last, by its epoch: 0 when none had it, or it gave the run back. It may hold the run now. */
export interface LastEngine {
  readonly epoch: number
  readonly holds: boolean
}

/**
 * Puts a command into a run's mailbox and, when no engine holds the run, makes the run ready, in one transaction. Each
 * operation id is put in once only. `onSent` is told the engine that is to be hinted first.
 */
export async function send(
  connection: Queryable,
  message: SentCommand,
  onSent: (last: LastEngine) => void = () => undefined,
): Promise<Sent> {
  const statement = {
    name: 'send-command',
    text: `
with room as (
  select where (select count(*) from (select from mailbox where run_id = $1::uuid and handled_at is null limit $4) m) < $4
),
posted as (
  insert into mailbox (run_id, operation_id, command, request_identity)
  select $1::uuid, $2::uuid, $3::text, $5::text
   where exists (select from run_state where run_id = $1::uuid) and exists (select from room)
  on conflict (operation_id) do nothing
  returning run_id
),
woken as (
  update run_state s set mail_seq = s.mail_seq + 1
   where s.run_id = $1::uuid and exists (select from posted)
  returning s.run_id, s.owner_id, s.engine_id, s.engine_epoch
),
queued as (
  insert into ready (run_id, owner_id, woken, position) ${placesOfWoken('select run_id, owner_id from woken where engine_id is null')}
  on conflict do nothing
),
audited as (${rowFrom('$6')} where $6 is not null and exists (select from posted))
select exists (select from posted) as posted, exists (select from mailbox where operation_id = $2::uuid) as known, exists (select from room) as room, exists (select from run_state where run_id = $1::uuid) as "exists",
       coalesce((select engine_epoch::float8 from woken), 0) as epoch,
       coalesce((select engine_id is not null from woken), false) as holds`,
    values: [
      message.runId,
      message.operationId,
      JSON.stringify(message.command),
      limits.command.mailboxPerRun,
      message.identity ?? null,
      message.audit === undefined ? null : auditJson(message.audit),
    ],
  }
  const { rows } = await committing('send_command', () =>
    connection.query<{ posted: boolean; known: boolean; room: boolean; exists: boolean } & LastEngine>(statement),
  )
  const row = rows[0]
  if (!row?.exists) return 'no_such_run'
  if (row.posted) {
    onSent({ epoch: row.epoch, holds: row.holds })
    return 'sent'
  }
  if (row.known) await confirmFound(connection)
  // With room, a concurrent transaction, which this statement does not see, has put the operation in.
  return row.known || row.room ? 'known' : 'full'
}

/** The stored reply; null while there is none. */
export async function findReply(connection: Queryable, operationId: string): Promise<Reply | null> {
  const { rows } = await connection.query<{ reply: Reply | null }>({
    name: 'find-reply',
    text: 'select reply from mailbox where operation_id = $1',
    values: [operationId],
  })
  return rows[0]?.reply ?? null
}

/** The command that was sent under an operation id; null when there is none. */
export async function findCommand(connection: Queryable, operationId: string): Promise<KnownCommand | null> {
  const { rows } = await connection.query<{ runId: string; identity: string | null; command: string }>({
    name: 'find-command',
    text: 'select run_id as "runId", request_identity as identity, command from mailbox where operation_id = $1',
    values: [operationId],
  })
  const [row] = rows
  return row ? { ...row, command: JSON.parse(row.command) as Command } : null
}
