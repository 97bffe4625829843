import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#server/access/actor.ts'
import type { CreatedKey } from '#server/keys/models.ts'
import { permissionsOfKeys } from '#server/keys/permissions-of-keys.ts'
import { type KeysApi, member, startKeysApi } from '../testing/keys-api.ts'
import { eventually } from '../testing/test-api.ts'

/** The MCP server by HTTP, asked by the official client with API keys. */
let keys: KeysApi
let adam: Actor
let key: CreatedKey
const opened: Client[] = []

const loan = `workflow_type: loans/Approve
description: Approves a loan.
input_schema: { type: object, required: [amount], properties: { amount: { type: integer } } }
steps:
  - name: Ask
    type: HUMAN
    title: Shall it be?
    form: { type: object, required: [approved], properties: { approved: { type: boolean }, note: { type: string } } }
`

beforeAll(async () => {
  keys = await startKeysApi()
  adam = await keys.addMember(member('adam', ['admin', 'approver']))
  key = await keys.key(adam, { permissions: permissionsOfKeys(false) })
  for (const text of [loan, 'workflow_type: Plain\nsteps: [{ name: A, function: t.pass }]\n'])
    expect((await keys.api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  for (const client of opened) await client.close()
  await keys.api.stop()
  expect(keys.api.errors).toEqual([])
})

/** A client of a model. `answer`: what its person enters into a form; unset, it shows no forms. */
async function connect(by: CreatedKey, answer?: () => object, seen: unknown[] = []) {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: answer ? { elicitation: {} } : {} })
  if (answer)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      seen.push(params)
      return answer() as { action: 'accept' }
    })
  const transport = new StreamableHTTPClientTransport(new URL('http://heddle.test/mcp'), {
    requestInit: { headers: { authorization: `Bearer ${by.key}` } },
    fetch: async (address, init) => keys.app.request(String(address), init),
  })
  await client.connect(transport)
  opened.push(client)
  const call = async (name: string, args: object = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...args } })
    const [{ text }] = content as [{ text: string }]
    return { text, isError: isError === true, json: () => JSON.parse(text) }
  }
  return { client, transport, call }
}

const toolOf = async ({ client }: { readonly client: Client }, workflow: string) =>
  (await client.listTools()).tools.find(({ title }) => title === `Start ${workflow}`)

async function waiting(by: Awaited<ReturnType<typeof connect>>): Promise<{ runId: string; taskId: string }> {
  const tool = await toolOf(by, 'loans/Approve')
  const { run_id: runId } = (await by.call(tool?.name ?? '', { amount: 5 })).json()
  const taskId = await eventually(async () => {
    const { open_tasks } = (await by.call('why_does_it_wait', { run_id: runId })).json()
    return open_tasks[0]?.task_id as string | undefined
  })
  return { runId, taskId }
}

describe('the MCP server by HTTP', () => {
  it('has a tool for each published workflow, with the input of the workflow', async () => {
    const model = await connect(key)
    const tool = await toolOf(model, 'loans/Approve')
    expect(tool?.name).toMatch(/^start_loans_Approve_[0-9a-f]{8}$/)
    expect(tool?.description).toContain('Approves a loan.')
    expect(tool?.inputSchema).toMatchObject({ type: 'object', required: ['amount'] })
    expect((await toolOf(model, 'Plain'))?.name).toBe('start_Plain')
  })

  it('starts a run, tells why it waits, and reads its history', async () => {
    const model = await connect(key)
    const { runId } = await waiting(model)
    const why = (await model.call('why_does_it_wait', { run_id: runId })).json()
    expect(why).toMatchObject({ why: expect.stringContaining('Shall it be?'), status: 'waiting' })
    const { items } = (await model.call('read_history', { run_id: runId })).json()
    expect(items.map(({ type }: { type: string }) => type)).toContain('workflow.run.created')
    expect((await model.call('list_runs', { workflow: 'loans/Approve' })).text).toContain(runId)
    expect((await model.call('get_run', { run_id: runId })).json()).toMatchObject({ input: { amount: 5 } })
  })

  it('reads workflows, and explains the problems of a text', async () => {
    const model = await connect(key)
    expect((await model.call('list_workflows', { search: 'loan' })).json().items).toHaveLength(1)
    expect((await model.call('describe_workflow', { name: 'loans/Approve' })).json()).toMatchObject({
      version: 1,
      input_schema: { type: 'object' },
      definition: loan,
    })
    const text = 'workflow_type: Bad\nsteps:\n  - name: A\n    function: t.pass\n    next: Nowhere\n'
    expect((await model.call('validate_workflow', { text })).json()).toMatchObject({ valid: false })
    const [problem] = (await model.call('explain_problems', { text })).json()
    expect(problem).toMatchObject({
      severity: 'error',
      line: 5,
      text: expect.stringContaining('> 5     next: Nowhere'),
    })
  })

  it('lets a person decide a task, never the model', async () => {
    const seen: { message?: string; requestedSchema?: object }[] = []
    let answer: object = { action: 'decline' }
    const model = await connect(key, () => answer, seen)
    const { runId, taskId } = await waiting(model)
    const given = await model.call('decide_task', { task_id: taskId, approved: true })
    expect(given).toMatchObject({ isError: true, text: expect.stringContaining('BAD_REQUEST') })
    expect(seen).toEqual([])
    expect((await model.call('decide_task', { task_id: taskId })).text).toContain('It is still open.')
    expect(seen[0]).toMatchObject({
      message: expect.stringContaining('Shall it be?'),
      requestedSchema: { required: ['approved'], properties: { approved: { type: 'boolean' } } },
    })
    answer = { action: 'accept', content: { approved: true, note: 'fine' } }
    expect((await model.call('decide_task', { task_id: taskId })).isError).toBe(false)
    await eventually(async () => {
      const { status } = (await model.call('get_run', { run_id: runId })).json()
      return status === 'completed' ? status : undefined
    })
    expect(await model.call('decide_task', { task_id: taskId })).toMatchObject({ isError: true })
  })

  it('refuses a decision where no form can be shown, and names the page', async () => {
    const model = await connect(key)
    const { taskId } = await waiting(model)
    const { text, isError } = await model.call('decide_task', { task_id: taskId })
    expect([isError, text]).toEqual([true, expect.stringContaining(`/inbox?task=${taskId}`)])
  })

  it('tells a model what it did wrong', async () => {
    const model = await connect(key)
    const tool = await toolOf(model, 'loans/Approve')
    const wrong = await model.call(tool?.name ?? '', { amount: 'many' })
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringMatching(/^INVALID_INPUT: .*amount/s)])
    expect((await model.call('start_Nowhere')).text).toContain('There is no tool start_Nowhere.')
    expect((await model.call('get_run', { run_id: 'x' })).text).toContain('run_id')
  })

  it('has the permissions of the key alone', async () => {
    const reader = await connect(await keys.key(adam, { permissions: ['workflow.read', 'run.read', 'run.view'] }))
    const tool = await toolOf(reader, 'Plain')
    expect(await reader.call(tool?.name ?? '')).toMatchObject({
      isError: true,
      text: expect.stringContaining('FORBIDDEN'),
    })
    const limited = await connect(await keys.key(adam, { permissions: permissionsOfKeys(true), workflows: ['Plain'] }))
    expect(await toolOf(limited, 'loans/Approve')).toBeUndefined()
  })

  it('shows nothing of another owner (access 1; ASVS 8.4.1)', async () => {
    const { runId, taskId } = await waiting(await connect(key))
    const eve = await keys.addMember(member('eve', ['admin', 'approver'], { ownerId: 'other' }))
    const model = await connect(await keys.key(eve, { permissions: permissionsOfKeys(false) }))
    const { tools } = await model.client.listTools()
    expect(tools.filter(({ name }) => name.startsWith('start_'))).toEqual([])
    for (const [name, args] of [
      ['get_run', { run_id: runId }],
      ['read_history', { run_id: runId }],
      ['decide_task', { task_id: taskId }],
      ['describe_workflow', { name: 'Plain' }],
      ['start_Plain', {}],
    ] as const)
      expect([name, (await model.call(name, args)).text]).toEqual([name, expect.stringMatching(/^NOT_FOUND/)])
  })

  it('keeps a session for its key alone, until the key is revoked (ASVS 7.2.1)', async () => {
    const mine = await keys.key(adam, { permissions: permissionsOfKeys(false) })
    const { transport } = await connect(mine)
    const ask = (by?: CreatedKey) =>
      keys.ask('/mcp', by, {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          'mcp-session-id': transport.sessionId ?? '',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'ping' }),
      })
    expect((await ask(mine)).status).toBe(200)
    expect((await ask(key)).status).toBe(404)
    expect((await ask()).status).toBe(401)
    await keys.ask('/v1/keys/current', mine, { method: 'DELETE' })
    expect((await ask(mine)).status).toBe(401)
  })

  it('takes messages from programs with a key alone', async () => {
    const ben = await keys.addMember(member('ben', ['admin']))
    expect((await keys.as(ben, '/mcp', { method: 'POST' })).status).toBe(401)
    expect((await keys.ask('/mcp', key)).status).toBe(405)
    expect((await keys.ask('/mcp', key, { method: 'POST' })).status).toBe(400)
  })
})
