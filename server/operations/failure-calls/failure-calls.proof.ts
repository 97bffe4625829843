import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness, standard } from '#proof/testing/harness.ts'
import type { Repeated } from '../repeat.ts'
import { type FailureCallOptions, startFailureCalls } from './failure-calls.ts'
import type { Failure } from './failure-notices.ts'

type Received = Failure & { readonly url: string }

describe('HEDDLE_ON_FAILURE', () => {
  let harness: Harness
  let server: Server
  let address: string
  let folder: string
  let told: { readonly key: string | undefined; readonly body: Received }[] = []
  /** What the address answers, in turn; 0 is silence. */
  let answers: number[] = []
  const started: Repeated[] = []
  const outcomes: string[] = []
  const lines: string[] = []

  beforeAll(async () => {
    harness = await createHarness()
    folder = await mkdtemp(join(tmpdir(), 'heddle-failures-'))
    server = createServer((incoming, outgoing) => {
      let text = ''
      incoming.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      incoming.on('end', () => {
        const status = answers.shift() ?? 204
        if (status === 204) told.push({ key: incoming.headers['idempotency-key'] as string, body: JSON.parse(text) })
        if (status !== 0) outgoing.writeHead(status).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/failed`
    await harness.publish('Fails', [standard('First', 'add_one'), standard('Broken', 'fail_for_good')])
    await harness.publish('FailsBelow', [{ name: 'Down', type: 'SUB_WORKFLOW', sub_workflow_type: 'Fails', input: {} }])
    await harness.publish('Ends', [standard('First', 'what_it_gets')])
    await harness.engine()
  })
  afterEach(async () => {
    await Promise.all(started.splice(0).map((calls) => calls.stop()))
    await harness.pool.query('delete from failure_notice')
    told = []
    answers = []
    outcomes.length = 0
    lines.length = 0
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await harness.close()
    await rm(folder, { recursive: true })
  })

  /** For what never answers; what does has long done so on a slow machine as well. */
  const impatient = { timing: { lookEveryMs: 20, retryFirstMs: 10, timeoutMs: 5_000 } }
  const start = (target: string, more: Partial<FailureCallOptions> = {}) => {
    const calls = startFailureCalls({
      pool: harness.pool,
      target,
      urlOf: (runId) => `http://127.0.0.1:3000/runs/${runId}`,
      onCalled: (outcome) => outcomes.push(outcome),
      log: (line) => lines.push(line),
      timing: { lookEveryMs: 20, retryFirstMs: 10, timeoutMs: 30_000 },
      ...more,
    })
    started.push(calls)
    return calls
  }
  /** The cursor begins at the present: it is stored before anything may fail. */
  const begun = () => expect.poll(async () => (await harness.pool.query('select from bookmark')).rowCount).toBe(1)
  const notices = async () => (await harness.pool.query('select from failure_notice')).rowCount

  it('tells an address of a root run that failed, once when all is well, and of nothing else', async () => {
    start(address)
    await begun()
    await harness.until(await harness.start('Ends', { 'workflow.run.failed': true }), 'COMPLETED')
    const runId = await harness.start('Fails', {}, { tags: ['nightly'] })
    await harness.until(runId, 'FAILED')
    await expect.poll(() => told.length).toBe(1)
    await expect.poll(notices).toBe(0)
    const [call] = told
    expect(call?.body).toMatchObject({
      run_id: runId,
      workflow: 'Fails',
      version: 1,
      status: 'FAILED',
      tags: ['nightly'],
      failed_step: 'Broken',
      error: { code: 'NonRetryableError', message: 'never' },
      lineage: [],
      url: `http://127.0.0.1:3000/runs/${runId}`,
    })
    expect(call?.key).toBe(call?.body.id)
    expect(outcomes).toEqual(['delivered'])
  })

  it('tells of the root when a sub-workflow fails, and names that in the lineage', async () => {
    start(address)
    const runId = await harness.start('FailsBelow')
    await harness.until(runId, 'FAILED_CHILD_WORKFLOW')
    await expect.poll(() => told.length).toBe(1)
    expect(told[0]?.body).toMatchObject({
      run_id: runId,
      status: 'FAILED_CHILD_WORKFLOW',
      lineage: [{ workflow: 'Fails', step: 'Broken' }],
    })
    await expect.poll(notices).toBe(0)
    expect(told).toHaveLength(1)
  })

  it('tries again after a refusal and after silence, and says so', async () => {
    answers = [500, 0]
    start(address, impatient)
    await harness.until(await harness.start('Fails'), 'FAILED')
    await expect.poll(() => told.length).toBe(1)
    await expect.poll(notices).toBe(0)
    expect(outcomes).toEqual(['failed', 'failed', 'delivered'])
    expect(lines.join('\n')).toContain('it answered 500')
  })

  it('forgets nothing over a restart: what failed meanwhile, and what was not delivered', async () => {
    answers = [0]
    const first = start(address, impatient)
    const undelivered = await harness.start('Fails')
    await harness.until(undelivered, 'FAILED')
    await expect.poll(() => answers.length).toBe(0)
    await first.stop()
    expect(told).toEqual([])
    const meanwhile = await harness.start('Fails')
    await harness.until(meanwhile, 'FAILED')
    start(address)
    await expect.poll(() => told.map(({ body }) => body.run_id).sort()).toEqual([undelivered, meanwhile].sort())
  })

  it('gives up after a day, with a word in the log', async () => {
    answers = Array.from({ length: 1_000 }, () => 503)
    start(address)
    const runId = await harness.start('Fails')
    await harness.until(runId, 'FAILED')
    await expect.poll(() => outcomes.length).toBeGreaterThan(1)
    await harness.pool.query(`update failure_notice set created_at = now() - interval '25 hours', due_at = now()`)
    await expect.poll(() => outcomes.at(-1)).toBe('given_up')
    await expect.poll(notices).toBe(0)
    expect(lines.at(-1)).toContain('given up')
  })

  it('gives a command the same on its standard input, where no shell reads it (ASVS 1.2.5)', async () => {
    const file = join(folder, 'told.json')
    start(`cat > ${file}`)
    const pwned = join(folder, 'pwned')
    const hostile = [`; touch ${pwned}`, `$(touch ${pwned})`, `'\`touch ${pwned}\`'`]
    const runId = await harness.start('Fails', {}, { tags: hostile })
    await harness.until(runId, 'FAILED')
    await expect.poll(() => outcomes).toEqual(['delivered'])
    const told = JSON.parse(await readFile(file, 'utf8'))
    expect(told).toMatchObject({ run_id: runId, failed_step: 'Broken' })
    expect(JSON.stringify(told)).toContain(JSON.stringify(hostile[0]).slice(1, -1))
    await expect(readFile(pwned)).rejects.toThrow('ENOENT')
  })

  it('ends a command that hangs with all that it started, and the others are not held up', async () => {
    const script = join(folder, 'hang.sh')
    // Hangs with a child of its own until another run was told of.
    await writeFile(
      script,
      `cd ${folder}; cat > told.$$; if ! grep -q OTHER told.$$ && ! test -e other
then sleep 300 & echo $! > pid; wait; fi; if grep -q OTHER told.$$; then touch other; fi; cat told.$$ >> seen.json; echo >> seen.json\n`,
    )
    start(`sh ${script}`, impatient)
    const hung = await harness.start('Fails')
    await harness.until(hung, 'FAILED')
    const pid = async () => Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => '0'))
    await expect.poll(pid).toBeGreaterThan(0)
    const other = await harness.start('Fails', {}, { tags: ['OTHER'] })
    await harness.until(other, 'FAILED')
    await expect.poll(() => outcomes.filter((outcome) => outcome === 'delivered')).toHaveLength(2)
    expect(outcomes).toContain('failed')
    const seen = (await readFile(join(folder, 'seen.json'), 'utf8')).trim().split('\n')
    expect(seen.map((line) => (JSON.parse(line) as Received).run_id)).toEqual([other, hung])
    const sleeper = await pid()
    await expect.poll(() => isAlive(sleeper)).toBe(false)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
