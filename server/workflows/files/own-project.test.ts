import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness } from '#proof/testing/harness.ts'
import { localActor } from '#server/access/actor.ts'
import { createDatabase } from '../../db/client.ts'
import { createWorkflowFiles, type WorkflowFiles } from './workflow-files.ts'

const shop = (steps: string) => `workflow_type: Shop\nsteps:\n${steps}`
const priced = '  - name: Price\n    function: orders.price\n'

const orders = `import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { NonRetryableError, type StepContext } from 'heddle/steps'
import { unitPrice } from './lib/prices.ts'

export async function price(state: { pieces: number; gate?: string }, context: StepContext) {
  if (state.pieces < 0) throw new NonRetryableError('Fewer than none.')
  if (state.gate) await opened(state.gate, context)
  return { total: state.pieces * unitPrice }
}

async function opened(gate: string, context: StepContext) {
  context.log('at the gate')
  while (!existsSync(gate)) await setTimeout(5)
}
`

describe('a project of workflows and functions in folders of its own', () => {
  let harness: Harness
  let files: WorkflowFiles
  let project: string
  let database: ReturnType<typeof createDatabase>
  const lines: string[] = []

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'heddle-project-'))
    await mkdir(join(project, 'workflows'))
    await mkdir(join(project, 'functions', 'lib'), { recursive: true })
    await writeFile(join(project, 'workflows', 'shop.yaml'), shop(priced))
    await writeFile(join(project, 'functions', 'orders.ts'), orders)
    await writeFile(join(project, 'functions', 'lib', 'prices.ts'), 'export const unitPrice = 2\n')
    harness = await createHarness()
    await harness.engine({ functionsFolders: [join(project, 'functions')] })
    database = createDatabase(harness.databaseUrl)
    files = createWorkflowFiles({
      stores: { pool: harness.pool, database, engine: harness.client },
      actor: localActor,
      folders: [join(project, 'workflows')],
      functionsFolders: [join(project, 'functions')],
      log: (line) => lines.push(line),
      // What was just written is old enough.
      now: () => Date.now() + 60_000,
    })
    await files.publishChanged()
    expect(lines.at(-1)).toContain('version 1')
  })
  afterAll(async () => {
    await database.$disconnect()
    await harness.close()
    await rm(project, { recursive: true })
  })

  const totalOf = async (input: object) => {
    const runId = await harness.start('Shop', { ...input })
    return (await harness.until(runId, 'COMPLETED')).data
  }

  it('runs, with heddle/steps that nobody has installed there', async () => {
    expect(await totalOf({ pieces: 3 })).toMatchObject({ total: 6 })
    const refused = await harness.start('Shop', { pieces: -1 })
    expect((await harness.until(refused, 'FAILED')).outcome?.error).toMatchObject({
      code: 'NonRetryableError',
      message: 'Fewer than none.',
      stack: expect.stringContaining('orders.ts:7'),
    })
  })

  it('takes new code of a function and of what it imports for new calls, and lets running ones end with the old', async () => {
    const gate = join(project, 'gate')
    const running = await harness.start('Shop', { pieces: 3, gate })
    await expect.poll(() => harness.lines.filter((line) => line.includes('at the gate')).length).toBe(1)
    await writeFile(join(project, 'functions', 'lib', 'prices.ts'), 'export const unitPrice = 5\n')
    await expect.poll(() => totalOf({ pieces: 1 })).toMatchObject({ total: 5 })
    await writeFile(join(project, 'functions', 'orders.ts'), orders.replace('* unitPrice', '* unitPrice + 1'))
    await expect.poll(() => totalOf({ pieces: 1 })).toMatchObject({ total: 6 })
    const refused = await harness.start('Shop', { pieces: -1 })
    const { outcome } = await harness.until(refused, 'FAILED')
    expect(outcome?.error?.stack).toMatch(/ \(?orders\.ts:7:/)
    await writeFile(gate, '')
    expect((await harness.until(running, 'COMPLETED')).data).toMatchObject({ total: 6, pieces: 3 })
  })

  it('takes code that was broken as soon as it is right, also under a name that was not there', async () => {
    const more = join(project, 'functions', 'more.ts')
    await writeFile(join(project, 'workflows', 'shop.yaml'), shop(`${priced}  - name: More\n    function: more.add\n`))
    await files.publishChanged()
    expect(lines.at(-1)).toContain('version 2')
    const failed = async () => {
      const runId = await harness.start('Shop', { pieces: 1 })
      return (await harness.until(runId, 'FAILED')).outcome?.error?.code
    }
    expect(await failed()).toBe('FUNCTION_NOT_FOUND')
    await writeFile(more, 'export function add( {')
    await expect.poll(failed).toBe('FUNCTION_NOT_LOADED')
    await writeFile(more, 'export function add(state: { total: number }) { return { total: state.total + 100 } }')
    await expect
      .poll(async () => {
        const runId = await harness.start('Shop', { pieces: 1 })
        await expect.poll(async () => (await harness.state(runId)).outcome).not.toBeNull()
        return (await harness.state(runId)).data
      })
      .toMatchObject({ total: 106 })
  })
})
