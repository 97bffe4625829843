import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness } from '#proof/testing/harness.ts'
import { publishTexts } from '#proof/testing/publish.ts'
import { listExampleMails } from '#server/example-servers/example-mails.ts'
import { createExampleServers } from '#server/example-servers/example-servers.ts'
import { withExamples } from '#server/secrets/connections/example-connections.ts'
import { environmentSource, noSecrets } from '#server/secrets.ts'
import { listTemplates } from '#server/workflows/list-templates.ts'
import { functionsFolder } from '../testing/run-examples.ts'

const templates = await listTemplates()
const sampleOf = (name: string) => templates.find((template) => template.name === name)?.sampleInput ?? {}

/** The templates that need a connection, against the example servers of local mode. */
describe('a template with a connection runs to a good end by itself', () => {
  let harness: Harness
  let dataDir: string
  let examples: ReturnType<typeof createExampleServers>
  beforeAll(async () => {
    harness = await createHarness()
    dataDir = await mkdtemp(join(tmpdir(), 'heddle-examples-'))
    examples = createExampleServers({ databaseUrl: harness.databaseUrl, dataDir, log: () => undefined })
    await harness.engine({
      functionsFolders: [functionsFolder],
      examples,
      secrets: environmentSource({ ...noSecrets, connections: withExamples([]) }),
    })
    for (const file of ['decision-mail', 'database-report', 'refund-agent']) {
      await publishTexts(harness.pool, join(import.meta.dirname, `${file}.yaml`))
    }
  })
  afterAll(async () => {
    await harness.close()
    await examples.close()
    await rm(dataDir, { recursive: true })
  })

  /** Says yes to the first question of the run. */
  async function approve(runId: string): Promise<void> {
    const waiting = async () =>
      Object.entries((await harness.state(runId)).steps).find(([, { status }]) => status === 'waiting_person')?.[0]
    await expect.poll(waiting).toBeDefined()
    await harness.send(runId, { type: 'resume', step: (await waiting()) as string, input: { approved: true } })
  }

  it('DecisionMail: the mail has the link of the run, and the requester hears of the decision', async () => {
    const runId = await harness.start('DecisionMail', sampleOf('DecisionMail'))
    await approve(runId)
    await harness.until(runId, 'COMPLETED')
    const [told, asked] = await listExampleMails(dataDir)
    expect(asked).toMatchObject({ to: 'ana@example.com', text: expect.stringContaining(`/runs/${runId}`) })
    expect(told).toMatchObject({ to: 'ben@example.com', subject: 'a table loom: approved' })
  })

  it('DatabaseReport: the example database has sales', async () => {
    const runId = await harness.start('DatabaseReport', sampleOf('DatabaseReport'))
    expect((await harness.until(runId, 'COMPLETED')).data).toMatchObject({
      count: 5,
      best: expect.stringMatching(/^Table loom, /),
    })
  })

  it('RefundAgent: a person is asked before it refunds, and the amount is that of the message', async () => {
    const runId = await harness.start('RefundAgent', sampleOf('RefundAgent'))
    await approve(runId)
    const { data } = await harness.until(runId, 'COMPLETED')
    expect(data).toMatchObject({ reply: expect.stringMatching(/find_order: .*A-17.*refund: .*"amount":12/) })
  })
})
