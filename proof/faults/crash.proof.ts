import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { startProxy } from '#server/db/testing/proxy.ts'
import { expireLease } from '#server/engine/expire-lease.ts'
import { type EngineProcess, spawnEngine } from '../testing/engine-process.ts'
import { createHarness, type Harness, poll, standard } from '../testing/harness.ts'

const approval: Step = { name: 'Ask', type: 'HUMAN', title: 'May I?', groups: ['all'] }

describe('when the engine is killed', () => {
  let harness: Harness
  let engine: EngineProcess | null = null
  beforeAll(async () => {
    harness = await createHarness()
    await harness.publish('Child', [standard('Inner', 'add_one'), standard('Slow', 'slowly')])
    await harness.publish('Everything', [
      standard('First', 'add_one'),
      standard('Slow', 'slowly'),
      { name: 'Wait', type: 'WAIT', duration_seconds: 0.1 },
      standard('Second', 'add_one'),
      { name: 'Spawn', type: 'SUB_WORKFLOW', sub_workflow_type: 'Child', input: { n: 10 } },
      standard('Third', 'add_one'),
      standard('Gate', 'await_file'),
      approval,
      standard('Last', 'key'),
    ])
    await harness.publish('Kills', [standard('Deadly', 'kill_engine')])
    await harness.publish('Patient', [standard('Wait', 'await_file')])
    await harness.publish('Gated', [standard('Inner', 'add_one'), standard('Wait', 'await_file')])
  })
  afterAll(async () => {
    await engine?.stop()
    await harness.close()
  })

  const count = async (sql: string): Promise<number> => {
    const { rows } = await harness.pool.query<{ count: number }>(`select count(*)::int as count from ${sql}`)
    return rows[0]?.count ?? 0
  }
  const complain = async () => {
    const { rows } = await harness.pool.query(
      'select status, current_steps, count(*) from run_state join run_progress using (run_id) group by 1, 2',
    )
    return `${JSON.stringify(rows)}\n${engine?.output()}`
  }

  it('A46, A47: goes on with every run where it was, and records every result once', async () => {
    const runs = 20
    const folder = await mkdtemp(join(tmpdir(), 'heddle-killed-'))
    const until = join(folder, 'now')
    const runIds = await Promise.all(Array.from({ length: runs }, () => harness.start('Everything', { ms: 30, until })))
    const completed = () => count(`run_log where events like '%node.completed%'`)
    engine = await spawnEngine(harness.databaseUrl)
    // Killed each time that some more steps have completed; however slow this is, all of them are still under way.
    for (let kills = 1; kills <= 4; kills += 1) {
      await poll(async () => (await completed()) >= kills * runs * 1.5, complain)
      await engine.kill(harness.pool)
      expect(await harness.openViolations()).toEqual([])
      engine = await spawnEngine(harness.databaseUrl)
    }
    await writeFile(until, '')
    for (const runId of runIds) {
      await harness.until(runId, 'WAITING_HUMAN_INPUT')
      expect(await harness.send(runId, { type: 'resume', input: { approved: true } })).toMatchObject({ ok: true })
    }
    await rm(folder, { recursive: true })
    for (const runId of runIds) {
      const { data } = await harness.until(runId, 'COMPLETED')
      expect(data).toMatchObject({ approved: true, sub_workflow_results: { Child: { n: 11 } } })
      expect(data.key).toContain(runId)
    }
    expect(await harness.violations()).toEqual([])
  })

  it('answers a command that was sent while no engine was up', async () => {
    const runId = await harness.start('Everything', { ms: 1, until: import.meta.filename })
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    await engine?.kill(harness.pool)
    const reply = harness.send(runId, { type: 'resume', input: {} })
    await poll(async () => (await count(`mailbox where handled_at is null`)) === 1, complain)
    engine = await spawnEngine(harness.databaseUrl)
    expect(await reply).toMatchObject({ ok: true })
    await harness.until(runId, 'COMPLETED')
  })

  it('does not accept what a frozen engine says after another one has taken its runs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'heddle-frozen-'))
    const until = join(folder, 'now')
    await engine?.stop()
    const proxy = await startProxy(harness.databaseUrl)
    const frozen = await spawnEngine(proxy.url)
    const runIds = await Promise.all(Array.from({ length: 10 }, () => harness.start('Gated', { until })))
    const inFlight = `run_state join run_progress using (run_id) where current_steps = '{Wait}' and engine_id is not null`
    await poll(async () => (await count(inFlight)) === runIds.length, complain)
    engine = await spawnEngine(harness.databaseUrl)
    // What it says is on its way when it is frozen, and arrives after its runs have ended elsewhere.
    const arrives = Promise.withResolvers<void>()
    const onItsWay = proxy.inject({ on: /^append-(?!landed)/, effect: { kind: 'hold', until: arrives.promise } })
    await writeFile(until, '')
    await poll(
      async () => onItsWay.hits > 0,
      async () => frozen.output(),
    )
    frozen.signal('SIGSTOP')
    await expireLease(harness.pool, frozen.pid)
    for (const runId of runIds) await harness.until(runId, 'COMPLETED')
    onItsWay.end()
    arrives.resolve()
    frozen.signal('SIGCONT')
    const refused = () =>
      [...frozen.output().matchAll(/(\d+) stale appends were refused/g)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      )
    await poll(
      async () => frozen.output().includes('the lease') && refused() >= onItsWay.hits,
      async () => frozen.output(),
    )
    expect(refused()).toBeLessThanOrEqual(runIds.length)
    for (const runId of runIds) {
      const completed = (await harness.history(runId)).filter((event) => event.type === 'workflow.node.completed')
      expect(completed).toHaveLength(2)
    }
    await frozen.stop()
    await proxy.close()
    expect(await harness.violations()).toEqual([])
    await rm(folder, { recursive: true })
  })

  it('stops in order: its runs are free at once for the next one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'heddle-stop-'))
    const until = join(folder, 'now')
    const runId = await harness.start('Gated', { until })
    await poll(async () => (await harness.state(runId)).open.includes('Wait'), complain)
    await engine?.stop()
    expect(await count('engine')).toBe(0)
    expect(await count('run_state where engine_id is not null')).toBe(0)
    engine = await spawnEngine(harness.databaseUrl)
    await writeFile(until, '')
    await harness.until(runId, 'COMPLETED')
    await rm(folder, { recursive: true })
  })

  it('isolates a step that was under way each time, in a process of its own, and never blames it', async () => {
    await engine?.stop()
    const folder = await mkdtemp(join(tmpdir(), 'heddle-crash-'))
    const runId = await harness.start('Patient', { until: join(folder, 'now') })
    const inProcess: number[] = []
    for (let kills = 0; kills < 5; kills += 1) {
      const running = await spawnEngine(harness.databaseUrl)
      engine = running
      await poll(async () => running.output().includes('waits in process'), complain)
      const pid = Number(/waits in process (\d+)/.exec(running.output())?.[1])
      inProcess.push(pid === running.pid ? 0 : pid)
      await running.kill(harness.pool)
    }
    expect(inProcess).toEqual([0, 0, expect.any(Number), expect.any(Number), expect.any(Number)])
    // They end with their engines.
    for (const pid of inProcess.slice(2)) await expect.poll(() => isAlive(pid)).toBe(false)
    await writeFile(join(folder, 'now'), '')
    engine = await spawnEngine(harness.databaseUrl)
    await harness.until(runId, 'COMPLETED')
    await rm(folder, { recursive: true })
  })

  it('quarantines the step that kills it, and the others go on', async () => {
    const deadly = await harness.start('Kills')
    const others = await Promise.all(Array.from({ length: 10 }, () => harness.start('Child', { ms: 100 })))
    // It was called last: from the second time on it ends processes that are not the engine's.
    const dying = engine as EngineProcess
    await dying.died
    await expireLease(harness.pool, dying.pid)
    const next = await spawnEngine(harness.databaseUrl)
    engine = next
    const state = await harness.until(deadly, 'FAILED')
    expect(state.outcome?.error).toMatchObject({ code: 'STEP_QUARANTINED', step: 'Deadly' })
    expect(next.output()).toContain('was called last by an engine that died')
    for (const runId of others) await harness.until(runId, 'COMPLETED')
    expect(await harness.violations()).toEqual([])
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
