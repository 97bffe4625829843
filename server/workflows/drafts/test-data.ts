import type { Pool } from 'pg'
import type { PinnedOutput } from '#core/definition/test-run/test-plan.ts'
import type { Json, JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AuditEntry } from '#server/audit/entry.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import type { TestData } from '../models.ts'
import { workflowNotFound } from '../workflow-not-found.ts'
import { refuseReferences } from './refuse-references.ts'

/** The stored data for test runs of a draft. */
export async function getTestData({ pool }: Stores, { ownerId }: Actor, name: string): Promise<TestData> {
  const [pins, samples] = await Promise.all([
    pool.query<{ step: string; value: PinnedOutput }>(
      'select step, value from pinned_output where owner_id = $1 and workflow = $2 order by step',
      [ownerId, name],
    ),
    pool.query<{ name: string; input: JsonObject }>(
      'select name, input from sample_input where owner_id = $1 and workflow = $2 order by created_at, name',
      [ownerId, name],
    ),
  ])
  return { pins: Object.fromEntries(pins.rows.map(({ step, value }) => [step, value])), samples: samples.rows }
}

/** Pins a step's output; null removes the pin. Throws `NOT_FOUND`, `TOO_LARGE`, `INVALID_INPUT`. */
export async function pinOutput(
  { pool }: Stores,
  actor: Actor,
  { name, step, pinned }: { readonly name: string; readonly step: string; readonly pinned: PinnedOutput | null },
): Promise<void> {
  const key = [actor.ownerId, name, step]
  const audit = { actor, action: 'workflow.pin', target: `${name} / ${step}`, after: pinned, outcome: 'done' } as const
  if (pinned === null) {
    const removal = 'delete from pinned_output where owner_id = $1 and workflow = $2 and step = $3'
    await changeAudited(pool, removal, key, audit)
    return
  }
  await refuseReferences(pool, actor, { pinned: pinned as unknown as Json })
  const isKept = await changeAudited(
    pool,
    `insert into pinned_output (owner_id, workflow, step, value, updated_by)
     select d.owner_id, d.name, $3, $4, $5 from draft d
      where d.owner_id = $1 and d.name = $2
        and (select count(*) from pinned_output p
              where p.owner_id = $1 and p.workflow = $2 and p.step <> $3) < ${limits.testRun.pins}
     on conflict (owner_id, workflow, step)
     do update set value = excluded.value, updated_by = excluded.updated_by, updated_at = now()`,
    [...key, JSON.stringify(pinned), actor.id],
    audit,
  )
  if (!isKept) await refuse(pool, actor, name, `At most ${limits.testRun.pins} steps can be pinned. Unpin some.`)
}

/** Saves a sample input under a name; null removes it. Throws `NOT_FOUND`, `TOO_LARGE`, `INVALID_INPUT`. */
export async function keepSample(
  { pool }: Stores,
  actor: Actor,
  { name, sample, input }: { readonly name: string; readonly sample: string; readonly input: JsonObject | null },
): Promise<void> {
  const key = [actor.ownerId, name, sample]
  const audit = {
    actor,
    action: 'workflow.sample',
    target: `${name} / ${sample}`,
    after: input,
    outcome: 'done',
  } as const
  if (input === null) {
    const removal = 'delete from sample_input where owner_id = $1 and workflow = $2 and name = $3'
    await changeAudited(pool, removal, key, audit)
    return
  }
  await refuseReferences(pool, actor, { input })
  const isKept = await changeAudited(
    pool,
    `insert into sample_input (owner_id, workflow, name, input)
     select d.owner_id, d.name, $3, $4 from draft d
      where d.owner_id = $1 and d.name = $2
        and (select count(*) from sample_input s
              where s.owner_id = $1 and s.workflow = $2 and s.name <> $3) < ${limits.testRun.samples}
     on conflict (owner_id, workflow, name) do update set input = excluded.input`,
    [...key, JSON.stringify(input)],
    audit,
  )
  if (!isKept) {
    await refuse(pool, actor, name, `At most ${limits.testRun.samples} inputs can be kept. Remove one.`)
  }
}

/** Whether the statement has changed a row; then the audit has its row too. */
async function changeAudited(pool: Pool, text: string, values: unknown[], audit: AuditEntry): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(text, values)
    if (rowCount === 0) return false
    await recordAudit(client, audit)
    return true
  })
}

async function refuse(pool: Stores['pool'], { ownerId }: Actor, name: string, tooMany: string): Promise<never> {
  const { rowCount } = await pool.query('select from draft where owner_id = $1 and name = $2', [ownerId, name])
  throw rowCount === 0 ? workflowNotFound(name) : new ApiError('TOO_LARGE', tooMany)
}
