import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunEvent } from '#core/run/event.ts'
import { localActor } from '#server/access/actor.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { sealAudit } from '#server/audit/seal.ts'
import { type Journeys, openJourneys } from './crash/journeys.ts'
import { createHarness, type Harness, poll } from './harness.ts'
import { type Inspection, inspect, inspectWithin, tallyOf } from './invariants.ts'

/**
 * A check that finds nothing proves something only if it finds what it is for:
 * each is shown histories and rows that break its invariant.
 */
describe('the checks of the invariants', () => {
  let harness: Harness
  let journeys: Journeys
  const runs = { done: '', rolledBack: '' }

  beforeAll(async () => {
    harness = await createHarness()
    journeys = await openJourneys(harness)
    const engine = await harness.engine()
    await journeys.start()
    await poll(
      async () => (await journeys.open()) === 0,
      async () => harness.lines.join('\n'),
    )
    await engine.stop()
    const { rows } = await harness.pool.query<{ run_id: string; status: string }>(
      `select run_id, status from run_state join run on id = run_id where workflow = 'Journey'`,
    )
    await recordAudit(harness.pool, { actor: localActor, action: 'group.save', target: 'sales', outcome: 'done' })
    await sealAudit(harness.pool)
    await harness.pool.query(
      `with added as (
         insert into trigger (id, owner_id, workflow, name, type, spec)
         values (gen_random_uuid(), 'local', 'Journey', 'nightly', 'schedule', '{}') returning id)
       insert into trigger_firing (trigger_id, key, owner_id, cause, planned_at, due_at, state, reason)
       select id, '2026-01-01T00:00:00Z', 'local', 'planned', now(), now(), 'skipped', 'No engine was running.' from added`,
    )
    for (const { run_id, status } of rows) runs[status === 'COMPLETED' ? 'done' : 'rolledBack'] = run_id
  })
  afterAll(async () => {
    await journeys.close()
    await harness.close()
  })

  /** What is found while something is wrong; afterwards it is right again. */
  const found = async (
    wrong: string,
    values: readonly unknown[] = [],
    more: Partial<Inspection> = {},
  ): Promise<ReadonlySet<number>> => {
    const client = await harness.pool.connect()
    try {
      await client.query('begin')
      await client.query(wrong, [...values])
      const checked = await inspectWithin(client, { settled: true, ...more })
      return new Set(checked.filter(({ culprits }) => culprits.length > 0).map(({ invariant }) => invariant))
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  /** The history of a run, written anew: rows are as many events long as they were. */
  const rewritten = async (runId: string, change: (events: RunEvent[]) => RunEvent[]): Promise<ReadonlySet<number>> => {
    const events = change([...(await harness.history(runId))]).map((event, index) => ({ ...event, seq: index + 1 }))
    const { rows } = await harness.pool.query<{ seq: number }>(
      'select seq from run_log where run_id = $1 order by seq',
      [runId],
    )
    const seqs = rows.map(({ seq }) => seq).filter((seq) => seq <= events.length)
    const texts = seqs.map((seq, index) => JSON.stringify(events.slice(seq - 1, (seqs[index + 1] ?? Infinity) - 1)))
    return found(
      `update run_log l set events = d.events from unnest($2::int[], $3::text[]) as d(seq, events)
        where l.run_id = $1 and l.seq = d.seq`,
      [runId, seqs, texts],
    )
  }
  const indexOf = (events: readonly RunEvent[], type: RunEvent['type'], last = false) =>
    last ? events.findLastIndex((event) => event.type === type) : events.findIndex((event) => event.type === type)

  it('find nothing in what an engine has done, and that is not because nothing has happened', async () => {
    const checked = await inspect(harness.pool, { settled: true })
    const tally = await tallyOf(harness.pool)
    expect(checked.flatMap(({ culprits }) => culprits)).toEqual([])
    expect(new Set(checked.map(({ invariant }) => invariant))).toEqual(
      new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 17]),
    )
    for (const { rows } of checked) expect(rows).toBeGreaterThan(0)
    expect(tally).toMatchObject({ runs: 4, completed: 3, failed: 1, timersFired: 4 })
    expect(tally.compensations).toBeGreaterThan(3)
  })

  it('16: find a chain of the audit without its rows (access 13; ASVS 16.4.2)', async () => {
    const wrong = `insert into audit_chain (owner_id, head_seq, head_hash) values ('acme', 1, 'f')`
    expect(await found(wrong)).toEqual(new Set([16]))
  })

  it('find what is wrong with a run that has not ended, where those that have are left out', async () => {
    const wrong = (change: string) =>
      found(`update run_state set status = 'FAILED' ${change} where run_id = $1`, [runs.done], { openOnly: true })
    expect(await wrong(', ended_at = null')).toContain(9)
    expect(await wrong('')).toEqual(new Set())
  })

  it.each([
    [1, 'a run without a history', `delete from run_log where run_id = $1`],
    [1, 'a run that waits for nothing', `update run_state set ended_at = null where run_id = $1`],
    [1, 'a run that an engine still holds', `update run_state set engine_id = 'gone' where run_id = $1`],
    [
      4,
      'a row that is missing',
      `delete from run_log where run_id = $1 and seq = (select seq from run_log where run_id = $1 order by seq offset 3 limit 1)`,
    ],
    [
      5,
      'a row of an engine that never took the run',
      `update run_log set engine_epoch = 99 where run_id = $1 and seq > 5`,
    ],
    [
      5,
      'a row of another engine that was given the same epoch',
      `update run_log set append_id = overlay(append_id::text placing '0000deadbeef' from 25)::uuid where run_id = $1 and seq > 5`,
    ],
    [
      5,
      'a run that is held by another engine than the one that took it, under the same epoch',
      `update run_state set engine_id = gen_random_uuid()::text where run_id = $1`,
    ],
    [8, 'a timer that is left over', `insert into timer (run_id, timer_id, due_at) values ($1, 'left', now())`],
    [9, 'a status that the history does not say', `update run_state set status = 'FAILED' where run_id = $1`],
    [10, 'another text under the same hash', `update definition set text = text || ' ' where $1::uuid is not null`],
    [10, 'a run whose version is gone', `delete from definition where name = 'Errand' and $1::uuid is not null`],
    [
      11,
      'a compiled definition that is not what its text says',
      `update definition set compiled = json_build_object('steps', '[]'::json) where $1::uuid is not null`,
    ],
    [
      12,
      'a timer in eleven years',
      `insert into timer (run_id, timer_id, due_at) values ($1, 'far', now() + interval '11 years')`,
    ],
    [
      12,
      'an error message that is too long',
      `update run_state set error_message = repeat('x', 9000) where run_id = $1`,
    ],
    [
      17,
      'a firing that has started without a run',
      `update trigger_firing set state = 'started' where $1::uuid is not null`,
    ],
    [17, 'a firing with a run of something else', `update trigger_firing set state = 'started', run_id = $1`],
    [
      17,
      'a second run of a planned instant',
      `insert into trigger_firing (trigger_id, key, owner_id, cause, planned_at, due_at, state, run_id)
       select trigger_id, n::text, owner_id, 'planned', planned_at, due_at, 'started', case n when 1 then $1 else gen_random_uuid() end
         from trigger_firing, generate_series(1, 2) n`,
    ],
  ])('find, for invariant %i, %s', async (invariant, _, wrong) => {
    expect(await found(wrong, [runs.done])).toContain(invariant)
  })

  it('find nothing in rows of earlier versions, which do not say who wrote them', async () => {
    const wrong = `update run_log set append_id = gen_random_uuid() where run_id = $1`
    expect(await found(wrong, [runs.done])).toEqual(new Set())
  })

  it.each<[number, string, 'done' | 'rolledBack', (events: RunEvent[]) => RunEvent[]]>([
    [
      2,
      'a step after the end',
      'done',
      (events) => [...events, ...events.filter(({ type }) => type === 'workflow.node.started').slice(-1)],
    ],
    [2, 'an override after the end that opens nothing', 'done', (events) => [...events, overridden(events)]],
    [
      2,
      'a rollback after the end that nobody asked for again',
      'rolledBack',
      (events) => [...events, ...events.filter(({ type }) => type === 'workflow.run.rolling_back')],
    ],
    [
      3,
      'a result that is recorded again',
      'done',
      (events) => twice(events, indexOf(events, 'workflow.node.completed')),
    ],
    [
      4,
      'time going back',
      'done',
      (events) => events.map((event, index) => (index === 5 ? { ...event, at: 1 } : event)),
    ],
    [6, 'another key for the second attempt', 'done', (events) => events.map((event) => rekeyed(event, 'Flaky', 2))],
    [
      6,
      'the same key for two things',
      'done',
      (events) =>
        events.map((event) => rekeyed(event, 'Left', 1, 'one')).map((event) => rekeyed(event, 'Right', 1, 'one')),
    ],
    [
      7,
      'a compensation in the wrong order',
      'rolledBack',
      (events) => swapped(events, 'workflow.compensation.completed'),
    ],
    [
      7,
      'a compensation that is recorded again',
      'rolledBack',
      (events) => twice(events, indexOf(events, 'workflow.compensation.completed', true)),
    ],
    [
      7,
      'a step that nothing undid',
      'rolledBack',
      (events) =>
        events.filter(
          (event, index) =>
            event.type !== 'workflow.compensation.completed' ||
            index !== indexOf(events, 'workflow.compensation.completed', true),
        ),
    ],
    [8, 'a timer that fired twice', 'done', (events) => twice(events, indexOf(events, 'workflow.timer.fired'))],
    [
      8,
      'a timer that fired early',
      'done',
      (events) =>
        events.map((event) =>
          event.type === 'workflow.timer.set'
            ? { ...event, payload: { ...event.payload, due_at: event.payload.due_at + 60_000 } }
            : event,
        ),
    ],
    [
      14,
      'a result of a call that was never announced',
      'done',
      (events) =>
        events.map((event) =>
          event.type === 'workflow.node.completed' && event.step === 'Flaky' ? { ...event, attempt: 9 } : event,
        ),
    ],
  ])('find, for invariant %i, %s', async (invariant, _, run, change) => {
    expect(await rewritten(runs[run], change)).toContain(invariant)
  })
})

function twice(events: readonly RunEvent[], index: number): RunEvent[] {
  return events.flatMap((event, at) => (at === index ? [event, event] : [event]))
}

function overridden(events: readonly RunEvent[]): RunEvent {
  const { seq, at } = events.at(-1) as RunEvent
  const payload = { action: 'skip', actor: { id: 'local' } } as const
  return { seq, at, type: 'workflow.node.overridden', step: 'Flaky', iteration: 1, payload }
}

function rekeyed(event: RunEvent, step: string, attempt: number, key = 'another'): RunEvent {
  if (event.type !== 'workflow.node.started' || event.step !== step || event.attempt !== attempt) return event
  return { ...event, payload: { ...event.payload, key } }
}

/** The first and the last event of a type change places. */
function swapped(events: readonly RunEvent[], type: RunEvent['type']): RunEvent[] {
  const result = [...events]
  const first = events.findIndex(
    (event) => event.type === type && (event.payload as { outcome?: string }).outcome === 'done',
  )
  const last = events.findLastIndex((event) => event.type === type)
  result[first] = events[last] as RunEvent
  result[last] = events[first] as RunEvent
  return result
}
