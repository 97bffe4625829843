import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environmentSource, readSecrets } from '#server/secrets.ts'
import { scriptedModel } from '../testing/crash/scripted-model.ts'
import { createHarness, type Harness } from '../testing/harness.ts'

describe('an AI step with tools', () => {
  const model = scriptedModel(async () => undefined)
  let answer: (asked: object) => Promise<object> = model.answer
  const server = createServer(async (request, response) => {
    const asked = (await json(request)) as object
    response.setHeader('content-type', 'application/json').end(JSON.stringify(await answer(asked)))
  })
  let harness: Harness

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const connection = {
      kind: 'openai_compatible',
      base_url: `http://${host}/v1`,
      model: 'small',
      api_key: 'key-of-the-model',
    }
    harness = await createHarness()
    await harness.engine({
      http: { allow: [host] },
      secrets: environmentSource(readSecrets({ HEDDLE_CONNECTION_model: JSON.stringify(connection) })),
    })
    const tool = { function: 'steps.noop', needs_approval: false }
    const step = { type: 'AI', name: 'Clerk', connection: 'model', prompt: '{{ run.id }}', max_turns: 3 } as const
    await harness.publish('Agent', [
      {
        ...step,
        tools: [
          { ...tool, name: 'look' },
          { ...tool, name: 'act', needs_approval: true },
        ],
      },
    ])
  })
  afterAll(async () => {
    await harness.close()
    server.closeAllConnections()
    server.close()
  })

  it('calls a tool, waits for the person who allows the other one, and answers', async () => {
    const runId = await harness.start('Agent')
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    await harness.send(runId, { type: 'resume', input: { approved: true } })
    const { outputs } = await harness.until(runId, 'COMPLETED')
    expect(outputs.Clerk).toMatchObject({ output: { answer: 'Done.', usage: { calls: 3 } } })
    const done = (await harness.history(runId)).filter(({ type }) => type === 'workflow.node.completed')
    expect(done.map((event) => 'step' in event && event.step)).toEqual([
      'Clerk[model]',
      'Clerk[call look]',
      'Clerk[model]',
      'Clerk[approve act]',
      'Clerk[call act]',
      'Clerk[model]',
      'Clerk',
    ])
    expect(model.repeated).toEqual([])
    expect(await harness.violations()).toEqual([])
  })

  it('ends a model that never stops calling tools', async () => {
    answer = async () => ({
      choices: [{ message: { tool_calls: [{ id: 'a', function: { name: 'look', arguments: '{}' } }] } }],
    })
    const runId = await harness.start('Agent')
    const { outcome } = await harness.until(runId, 'FAILED')
    expect(outcome?.error).toMatchObject({ code: 'AI_TURNS_EXCEEDED' })
  })
})
