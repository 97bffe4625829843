import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signal, subWorkflow, transform } from '#core/run/testing/steps.ts'
import { createHarness, type Harness } from '../testing/harness.ts'

let at: Harness
beforeAll(async () => {
  at = await createHarness()
  await at.engine()
})
afterAll(() => at.close())

const set = (name: string, value: string) =>
  at.pool.query(
    `insert into variable (owner_id, name, value, updated_by) values ('local', $1, $2, 'local')
     on conflict (owner_id, name) do update set value = excluded.value`,
    [name, value],
  )

describe('the variables of a run', () => {
  test('are those that its definition names, as they were at its start, whatever changes later', async () => {
    await set('GREETING', 'Hello')
    await set('OTHER', 'unread')
    await at.publish('Greets', [signal('Hold', 'go'), transform('Say', { said: 'vars.GREETING + input.name' })])
    const runId = await at.start('Greets', { name: ' Ana' })
    await at.until(runId, 'WAITING_HUMAN_INPUT')
    await set('GREETING', 'Bye')
    await at.send(runId, { type: 'signal', signal_name: 'go', payload: {} })
    const state = await at.until(runId, 'COMPLETED')
    expect(state.header.vars).toEqual({ GREETING: 'Hello' })
    expect(state.data).toMatchObject({ said: 'Hello Ana' })
  })

  test('of a sub-workflow are read when it starts', async () => {
    await set('PLACE', 'there')
    await at.publish('Inner', [transform('Say', { where: 'vars.PLACE' })])
    await at.publish('Outer', [subWorkflow('Call', 'Inner')])
    const state = await at.until(await at.start('Outer'), 'COMPLETED')
    expect(state.header.vars).toBeUndefined()
    expect(JSON.stringify(state.outputs)).toContain('there')
  })

  test('decide about the key of a limit as well', async () => {
    await set('TENANT', 'acme')
    await at.publish('Keyed', [transform('Say', { done: 'true' })], { concurrency: { key: 'vars.TENANT', limit: 1 } })
    const state = await at.until(await at.start('Keyed'), 'COMPLETED')
    expect(state.envelope?.resources).toEqual(['concurrency:Keyed:acme'])
  })

  test('fail the step that reads one which does not exist, with its name', async () => {
    await at.publish('Lost', [transform('Say', { said: 'vars.NOWHERE' })], { fail_fast: false })
    const state = await at.until(await at.start('Lost'), 'FAILED')
    expect(state.outcome?.error?.message).toContain('NOWHERE')
  })

  test('cost a run that names none no field', async () => {
    await at.publish('Plain', [transform('Say', { said: '1' })])
    const state = await at.until(await at.start('Plain'), 'COMPLETED')
    expect(state.header).not.toHaveProperty('vars')
  })
})
