import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startHeddle, temporaryFolder } from '../support/heddle.ts'
import { type RestEvent, restClient } from '../support/rest.ts'

const RUNS = 50

const workflow = `workflow_type: Slow
steps:
  - name: First
    function: slow.work
  - name: Second
    function: slow.work
  - name: Pause
    type: WAIT
    duration_seconds: 1
  - name: Third
    function: slow.work
`

const approval = `workflow_type: Approval
steps:
  - name: Ask
    type: HUMAN
    form: { type: object, required: [approved], properties: { approved: { type: boolean } } }
  - name: Child
    type: SUB_WORKFLOW
    sub_workflow_type: Slow
    input: { ms: 10, ledger: "{{ input.ledger }}" }
`

for (const notify of ['on', 'off']) {
  test(`SIGKILL of the engine with ${RUNS} runs in flight and one waiting loses nothing (NOTIFY ${notify})`, {
    tag: notify === 'off' ? [] : '@main',
  }, async () => {
    const ledger = join(await temporaryFolder(), 'ledger')
    writeFileSync(ledger, '')
    const functions = join(import.meta.dirname, 'functions')
    const heddle = await startHeddle({ env: { HEDDLE_FUNCTIONS: functions, HEDDLE_NOTIFY: notify } })
    const rest = restClient(heddle.url)
    await rest.publish(workflow)
    await rest.publish(approval)

    const waiting = await rest.start('Approval', { ledger })
    await expect.poll(async () => (await rest.run(waiting.run_id)).workflow_status).toBe('WAITING_HUMAN_INPUT')
    const runs = await Promise.all(
      Array.from({ length: RUNS }, (_, index) => rest.start('Slow', { ms: 100 + index * 10, ledger })),
    )
    await expect.poll(() => readFileSync(ledger, 'utf8').split('\n').length, { intervals: [20] }).toBeGreaterThan(RUNS)

    const killed = heddle.pidOf('engine')
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => heddle.pidOf('engine')).not.toBe(killed)
    await rest.resume(waiting.run_id, { approved: true })

    for (const { run_id } of [...runs, waiting]) {
      await expect.poll(async () => (await rest.run(run_id)).workflow_status).toBe('COMPLETED')
      const { items } = await rest.history(run_id)
      expect(items.map((event) => event.seq)).toEqual(items.map((_, index) => index + 1))
      expectOnce(items, 'workflow.node.completed')
      expect(items.filter((event) => event.type === 'workflow.run.completed')).toHaveLength(1)
    }
    // Interrupted calls were made again under their own key, and no call was made under two.
    const keys = readFileSync(ledger, 'utf8').trim().split('\n')
    expect(new Set(keys).size).toBe((RUNS + 1) * 3)
    await heddle.stop()
  })
}

function expectOnce(events: readonly RestEvent[], type: string): void {
  const visits = events.filter((event) => event.type === type).map((event) => `${event.step}#${event.iteration}`)
  expect(new Set(visits).size).toBe(visits.length)
}
