import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedApi, serveTestApi } from '#server/api/testing/serve-test-api.ts'
import { root } from '#server/processes/prepare.mjs'
import { api, folder, withApi } from './testing/command-line.ts'

withApi()

let served: ServedApi
beforeAll(async () => {
  served = await serveTestApi(api)
})
afterAll(() => served.close())

/** The client of a model, which starts `heddle mcp` as a process and talks to it by its input and output. */
async function connect(address: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const env = { ...process.env, HEDDLE_URL: address, HEDDLE_CONFIG_DIR: folder } as Record<string, string>
  const args = ['--disable-warning=ExperimentalWarning', join(root, 'cli', 'main.ts'), 'mcp']
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
  return client
}

const textOf = ({ content }: Awaited<ReturnType<Client['callTool']>>) => (content as [{ text: string }])[0].text

describe('heddle mcp', () => {
  it('serves tools by standard input and output, and ends with its client', async () => {
    const client = await connect(served.url)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['start_Broken', 'decide_task']))
    const started = await client.callTool({ name: 'start_Broken', arguments: {} })
    const { run_id } = JSON.parse(textOf(started)) as { run_id: string }
    await expect
      .poll(async () => textOf(await client.callTool({ name: 'why_does_it_wait', arguments: { run_id } })))
      .toContain('broken on purpose')
    await client.close()
  })

  it('tells the model that Heddle does not respond', async () => {
    const client = await connect('http://127.0.0.1:9')
    const { isError, ...answer } = await client.callTool({ name: 'list_workflows', arguments: {} })
    expect([isError, textOf(answer as never)]).toEqual([true, expect.stringContaining('does not respond')])
    await client.close()
  })
})
