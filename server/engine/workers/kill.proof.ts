import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness, testFunctions } from '#proof/testing/harness.ts'
import { publishTexts } from '#proof/testing/publish.ts'

const campaign = join(import.meta.dirname, '../../../core/definition/testing/examples/email-campaign.yaml')

describe('a worker that is killed in mid-step', () => {
  let harness: Harness
  let databaseUrl: string
  beforeAll(async () => {
    harness = await createHarness()
    databaseUrl = harness.databaseUrl
    await harness.engine()
    await publishTexts(harness.pool, campaign)
  })
  afterAll(() => harness.close())

  const run = (script: string, args: readonly string[] = []) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../processes', script), ...args], {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        HEDDLE_FUNCTIONS: testFunctions,
        HEDDLE_WORKER_HEARTBEAT_SECONDS: '0.1',
        HEDDLE_WORKER_SILENCE_SECONDS: '1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
    return { child, exited: once(child, 'exit'), output: () => output }
  }
  const scan = async (...args: readonly string[]) => {
    const { exited, output } = run('scan.ts', args)
    await exited
    return output()
  }

  it('A7, A18, A19: is found by the scan; the e-mail campaign comes to its end at the retry', async () => {
    const runId = await harness.start('EmailCampaign', {})
    await harness.until(runId, 'PENDING_ASYNC')
    const killed = run('worker.ts')
    await expect
      .poll(async () => (await harness.history(runId)).some(({ type }) => type === 'workflow.node.progress'))
      .toBe(true)
    killed.child.kill('SIGKILL')
    await killed.exited
    expect(await scan()).toContain('0 lost')
    // The example lets its worker be silent for two minutes: they pass.
    await harness.pool.query(`update async_task set heartbeat_at = heartbeat_at - interval '2 minutes'`)
    const wouldBe = await scan('--dry-run')
    expect(wouldBe).toContain(`EmailCampaign ${runId} Send_Emails`)
    expect(wouldBe).toContain('1 lost: 0 would run again, 1 would fail')
    expect((await harness.state(runId)).outcome).toBeNull()
    expect(await scan()).toContain('1 lost: 0 run again, 1 fail')
    await harness.until(runId, 'FAILED_WORKER_CRASH')
    expect(await harness.send(runId, { type: 'retry' })).toMatchObject({ ok: true })
    const { child, exited } = run('worker.ts', ['--queue', 'default'])
    const { data } = await harness.until(runId, 'COMPLETED')
    expect(data).toEqual({ sent: 10_000, key: `${runId}/Send_Emails/1/do`, opened: 2_500 })
    child.kill('SIGTERM')
    expect((await exited)[0]).toBe(0)
    expect(await harness.violations()).toEqual([])
  })
})
