import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splitDocuments } from '#core/definition/text/documents.ts'
import { localActor } from '#server/access/actor.ts'
import { createDatabase } from '#server/db/client.ts'
import { createStores } from '#server/stores.ts'
import { importWorkflows } from '#server/workflows/import/import-workflows.ts'
import { functionsFolder, runExamples, undone } from './testing/run-examples.ts'

/** Workflows as people have written them: imported without a change, and run to each of their ends. */
const folder = new URL('../core/definition/testing/examples/', import.meta.url)
const files = readdirSync(folder)
const call = (fn: string, undo: string) => ({ type: 'STANDARD', function: fn, compensate_function: undo }) as const

describe('workflows written elsewhere', () => {
  let examples: Awaited<ReturnType<typeof runExamples>>
  let looks = 0
  beforeAll(async () => {
    examples = await runExamples((_request, response) => {
      looks += 1
      response.setHeader('content-type', 'application/json')
      response.end(String(looks > 1))
    })
    const database = createDatabase(examples.databaseUrl, 2)
    const stores = createStores(examples.pool, database)
    const request = { publish: true, functionsFolders: [functionsFolder] }
    // What a file refers to has to be there before it, for nothing to be reported.
    for (const file of files) {
      const text = await readFile(new URL(file, folder), 'utf8')
      const report = await importWorkflows(stores, localActor, { ...request, text })
      const problems = [...report.problems, ...report.workflows.flatMap((workflow) => workflow.problems)].filter(
        // People elsewhere declare no input.
        ({ code }) => code !== 'INPUT_UNDECLARED',
      )
      if (problems.length > 0) throw new Error(`${file}: ${JSON.stringify(problems)}`)
    }
    await database.$disconnect()
  })
  afterAll(() => examples.close())

  const answer = (runId: string, input: object) => examples.send(runId, { type: 'resume', input: { ...input } })
  const family = async (rootRunId: string) => (await examples.family(rootRunId)).map(({ is }) => is)

  it('A32, A44: are published to the byte', async () => {
    const { rows } = await examples.pool.query<{ text: string }>('select text from definition')
    const published = new Set(rows.map(({ text }) => text))
    const written = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
    const documents = written.flatMap((text) => {
      const parts = splitDocuments(text)
      return parts.length > 1 ? parts.map((part) => part.text) : [text]
    })
    expect(published).toEqual(new Set(documents))
  })

  it('A13, A33: OrderProcessing validates, charges and ships', async () => {
    const runId = await examples.start('OrderProcessing', { order_id: 'a-1', amount: 119 })
    const { data } = await examples.until(runId, 'COMPLETED')
    expect(data).toMatchObject({ order_id: 'A-1', net: 100, tax: 19, charged: 119, carrier: 'NorthStar' })
  })

  it('A14, A15: OrderProcessing fails on an order without a number, and keeps message and stack', async () => {
    const runId = await examples.start('OrderProcessing', { order_id: ' ', amount: 119 })
    const { outcome } = await examples.until(runId, 'FAILED')
    expect(outcome?.error).toMatchObject({ step: 'Validate_Order', message: 'The order has no number.' })
    expect(outcome?.error?.stack).toContain('orders.ts')
  })

  it('A36: LoanApproval disburses a small loan and declines a hopeless one without asking anybody', async () => {
    const small = await examples.start('LoanApproval', { customer: 'Weaver', amount: 2_000 })
    expect((await examples.until(small, 'COMPLETED')).data).toMatchObject({ decision: 'disbursed' })
    const large = await examples.start('LoanApproval', { customer: 'Weaver', amount: 500_000 })
    expect((await examples.until(large, 'COMPLETED')).data).toMatchObject({ decision: 'declined' })
  })

  it.each([
    [true, 'disbursed'],
    [false, 'declined'],
  ])('A8, A9, A10: LoanApproval asks a manager; approved is %s, and the loan is %s', async (approved, decision) => {
    const runId = await examples.start('LoanApproval', { customer: 'Weaver', amount: 25_000 })
    await examples.until(runId, 'WAITING_HUMAN_INPUT')
    expect(await answer(runId, { approved: 'maybe' })).toHaveProperty('refusal')
    expect(await answer(runId, { approved })).toMatchObject({ ok: true })
    expect((await examples.until(runId, 'COMPLETED')).data).toMatchObject({ decision })
  })

  it('BookingWorkflow charges a good card', async () => {
    const runId = await examples.start('BookingWorkflow', { card: 'good' })
    expect((await examples.until(runId, 'COMPLETED')).data).toHaveProperty('payment')
    expect(undone(await examples.history(runId))).toEqual([])
  })

  it('A17, A70: BookingWorkflow with a declined card visits the payment, releases the hotel, then the flight', async () => {
    const runId = await examples.start('BookingWorkflow', { card: 'declined' })
    const { phase } = await examples.until(runId, 'FAILED_ROLLED_BACK')
    expect(undone(await examples.history(runId))).toEqual([
      'Charge_Payment noop',
      'Reserve_Hotel done',
      'Reserve_Flight done',
    ])
    expect(phase).toBe('FAILED_SAFE')
  })

  describe('OrderFulfilment, four levels deep', () => {
    const start = (...skus: readonly string[]) =>
      examples.start('OrderFulfilment', { order_id: 'a-7', items: skus.map((sku) => ({ sku })) })

    it('A12, A57, A60: allocates in its children and ships', async () => {
      const runId = await start('LOOM', 'REED')
      const { data } = await examples.until(runId, 'COMPLETED')
      expect(await family(runId)).toEqual([
        'OrderFulfilment COMPLETED',
        'InventoryAllocation COMPLETED',
        'WarehouseSelection COMPLETED',
        'ShippingCostCalculation COMPLETED',
      ])
      expect(data).toMatchObject({
        tracking_number: expect.any(String),
        sub_workflow_results: { InventoryAllocation: { units: 2, ledger_entry: expect.any(String) } },
      })
    })

    it('A54, A55, A56, A61: waits at its root for hazardous goods far below, and goes on with the answer', async () => {
      const runId = await start('HAZMAT')
      await examples.until(runId, 'WAITING_CHILD_HUMAN_INPUT')
      expect(await family(runId)).toEqual([
        'OrderFulfilment WAITING_CHILD_HUMAN_INPUT',
        'InventoryAllocation PENDING_SUB_WORKFLOW',
        'WarehouseSelection PENDING_SUB_WORKFLOW',
        'ShippingCostCalculation WAITING_HUMAN_INPUT',
      ])
      const [, , , asked] = await examples.family(runId)
      expect(await answer(runId, { carrier: 'BlueLine' })).toHaveProperty('refusal')
      expect(await answer(asked?.id ?? '', { carrier: 'Pigeon' })).toHaveProperty('refusal')
      expect(await answer(asked?.id ?? '', { carrier: 'BlueLine' })).toMatchObject({ ok: true })
      await examples.until(runId, 'COMPLETED')
      expect((await examples.state(asked?.id ?? '')).data).toMatchObject({ carrier: 'BlueLine' })
      const moves = (await examples.history(runId)).flatMap((event) =>
        event.type === 'workflow.run.status_changed' ? [event.payload.to] : [],
      )
      expect(moves).toContain('PENDING_SUB_WORKFLOW')
    })

    it('A43, A66: rolls the allocation of a poisoned item back, and takes the failure edge', async () => {
      const runId = await start('LOOM', 'POISON')
      const { steps, data } = await examples.until(runId, 'COMPLETED')
      expect(steps).toMatchObject({ Back_Order: { status: 'completed' }, Ship_Order: { status: 'skipped' } })
      expect(data).toHaveProperty('back_order')
      const [, allocation] = await examples.family(runId)
      expect(allocation?.is).toBe('InventoryAllocation FAILED_ROLLED_BACK')
      expect(undone(await examples.history(allocation?.id ?? ''))).toEqual([
        'Update_Ledger noop',
        'Reserve_Items done',
        'Check_Stock done',
      ])
    })

    it('A21: is cancelled as a whole, however deep it waits', async () => {
      const runId = await start('HAZMAT')
      await examples.until(runId, 'WAITING_CHILD_HUMAN_INPUT')
      await examples.send(runId, { type: 'cancel', reason: 'the customer has changed their mind' })
      await expect.poll(async () => (await family(runId)).every((is) => is.endsWith(' CANCELLED'))).toBe(true)
    })
  })

  it('A68, A69: a poisoned allocation is undone first, then the steps of the run that it was for', async () => {
    await examples.publish(
      'TripWithLuggage',
      [
        { name: 'Reserve_Flight', ...call('bookings.reserve_flight', 'bookings.cancel_flight') },
        {
          name: 'Allocate_Inventory',
          type: 'SUB_WORKFLOW',
          sub_workflow_type: 'InventoryAllocation',
          compensate_function: 'inventory.undo_check_stock',
        },
        { name: 'Charge_Payment', ...call('bookings.charge', 'bookings.refund') },
      ],
      { saga_enabled: true },
    )
    const runId = await examples.start('TripWithLuggage', { items: [{ sku: 'POISON' }] })
    await examples.until(runId, 'FAILED_ROLLED_BACK')
    const { id: childId } = (await examples.family(runId)).find(({ id }) => id !== runId) ?? { id: '' }
    expect(undone(await examples.history(childId))).toEqual([
      'Update_Ledger noop',
      'Reserve_Items done',
      'Check_Stock done',
    ])
    // The steps of the run that it was for follow when it has ended: by the order of that run's events, as clocks may differ by a little.
    const own = await examples.history(runId)
    const ended = own.findIndex(({ type }) => type === 'workflow.child.ended')
    expect(undone(own.slice(0, ended))).toEqual([])
    expect(undone(own.slice(ended))).toEqual(['Allocate_Inventory done', 'Reserve_Flight done'])
  })

  it('A5, A6: EmailCampaign sends in the background, and tracks what came of it', async () => {
    const runId = await examples.start('EmailCampaign', { subject: 'New reeds', recipients: 2_000 })
    const { data } = await examples.until(runId, 'COMPLETED')
    expect(data).toMatchObject({ sent: 2_000, opened: expect.any(Number) })
    const history = await examples.history(runId)
    expect(history).toContainEqual(expect.objectContaining({ type: 'workflow.node.progress', step: 'Send_Emails' }))
  })

  it('A67, A78, A79: ProcessItems labels a thousand items, some of which cannot be, and asks the carrier until it has come', async () => {
    const items = Array.from({ length: 1_000 }, (_, index) => ({ sku: index % 500 === 7 ? '' : `S${index}` }))
    const runId = await examples.start('ProcessItems', { items, carrier_url: examples.url })
    await expect.poll(async () => (await family(runId))[0], { interval: 100 }).toBe('ProcessItems COMPLETED')
    const { data, outputs } = await examples.until(runId, 'COMPLETED')
    const { results, errors } = data.Label_Each as { results: readonly unknown[]; errors: readonly unknown[] }
    expect(results).toHaveLength(1_000)
    expect(errors.filter((error) => error !== null)).toHaveLength(2)
    expect(results.filter((result) => result === null)).toHaveLength(2)
    expect(data).toMatchObject({ picked_up: true, fraud_score: expect.any(Number), price: expect.any(Number) })
    expect(outputs.Poll_Carrier).toEqual({ output: { iterations: 2 } })
    expect(looks).toBe(2)
    const labelled = (await examples.history(runId)).filter((event) => event.type === 'workflow.item.completed')
    expect(new Set(labelled.map((event) => `${event.step} ${event.item}`)).size).toBe(labelled.length)
  })

  it('leave the tables as the invariants say', async () => {
    expect(await examples.violations()).toEqual([])
  })
})
