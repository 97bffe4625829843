import { expect, it } from 'vitest'
import { api, heddle, withApi } from './testing/command-line.ts'

withApi()

it('variables are set, listed with the workflows that read them, changed and removed', async () => {
  expect(await heddle(['variables', 'list'])).toMatchObject({ code: 0, out: '', said: 'No variables.\n' })
  const added = await heddle(['variables', 'set', 'REGION', 'eu', '--description', 'Where orders are packed'])
  expect(added).toMatchObject({ code: 0, said: 'Added REGION.\n' })
  await api.publish('workflow_type: Reads\nsteps: [{ name: A, type: TRANSFORM, set: { region: vars.REGION } }]\n')
  const listed = await heddle(['variables', 'list'])
  expect(listed.out).toMatch(/^NAME +VALUE +READ BY/)
  expect(listed.out).toMatch(/^REGION +eu +Reads$/m)
  expect((await heddle(['variables', 'set', 'REGION', 'us'])).said).toBe('Changed REGION.\n')
  const { out } = await heddle(['variables', 'list', '--json'])
  expect(JSON.parse(out)).toMatchObject({ items: [{ name: 'REGION', value: 'us', used_by: ['Reads'] }] })
  expect((await heddle(['variables', 'remove', 'REGION'])).said).toBe('Removed REGION.\n')
})

it('a name that is none, and a variable that there is not, are told', async () => {
  expect(await heddle(['variables', 'set', 'not a name', 'x'])).toMatchObject({ code: 1 })
  const gone = await heddle(['variables', 'remove', 'NOTHING'])
  expect([gone.code, gone.said]).toEqual([1, expect.stringContaining('NOTHING')])
})
