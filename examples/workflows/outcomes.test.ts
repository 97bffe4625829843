import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import type { Json } from '#core/json.ts'
import { publishTexts } from '#proof/testing/publish.ts'
import { runExamples, undone } from '../testing/run-examples.ts'

/** The shipped workflows, each to every one of its main ends. */
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.yaml'))

describe('the shipped workflow', () => {
  let examples: Awaited<ReturnType<typeof runExamples>>
  const heard: { readonly key: unknown; readonly body: unknown }[] = []
  beforeAll(async () => {
    examples = await runExamples(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      heard.push({ key: request.headers['idempotency-key'], body: JSON.parse(body) })
      const isBusy = request.url === '/down' || (request.url === '/busy-once' && heard.length === 1)
      response.writeHead(isBusy ? 503 : 202, { 'content-type': 'application/json' }).end('{"received":true}')
    })
    for (const file of files) await publishTexts(examples.pool, join(import.meta.dirname, file))
  })
  afterAll(() => examples.close())

  const completed = async (workflow: string, input: object) =>
    examples.until(await examples.start(workflow, { ...input }), 'COMPLETED')
  /** The run has come to its next question. */
  const asked = async (runId: string, step: string) => {
    await expect
      .poll(async () => (await examples.state(runId)).steps[step]?.status)
      .toBe('waiting_person')
    await examples.until(runId, 'WAITING_HUMAN_INPUT')
  }
  const answer = async (runId: string, step: string, input: object) => {
    await asked(runId, step)
    expect(await examples.send(runId, { type: 'resume', input: { ...input } })).toMatchObject({ ok: true })
  }
  const dataOf = async (runId: string) => (await examples.until(runId, 'COMPLETED')).data

  it('OrderProcessing ships', async () => {
    expect((await completed('OrderProcessing', { order_id: 'a', amount: 600 })).data).toMatchObject({
      carrier: 'BlueLine Insured',
    })
  })

  it('LoanApproval declines what a manager declines, with the note', async () => {
    const runId = await examples.start('LoanApproval', { customer: 'Weaver', amount: 25_000 })
    await answer(runId, 'Manager_Approval', { approved: false, note: 'no books' })
    expect(await dataOf(runId)).toMatchObject({ decision: 'declined', letter: expect.stringContaining('no books') })
  })

  describe('OrderFulfilment', () => {
    const start = (sku: string) => examples.start('OrderFulfilment', { order_id: 'a', items: [{ sku, price: 30 }] })

    it('ships what could be allocated', async () => {
      expect(await dataOf(await start('LOOM'))).toMatchObject({ amount: 30, tracking_number: expect.any(String) })
    })

    it('asks for a carrier three levels below, and ships with the answer', async () => {
      const runId = await start('HAZMAT')
      await examples.until(runId, 'WAITING_CHILD_HUMAN_INPUT')
      const child = (await examples.family(runId)).at(-1)?.id ?? ''
      await answer(child, 'Approve_Carrier', { carrier: 'NorthStar' })
      await dataOf(runId)
      expect(await dataOf(child)).toMatchObject({ carrier: 'NorthStar', cost: 30.25 })
    })

    it('puts on back-order what could not be booked, and the allocation is undone', async () => {
      const runId = await start('POISON')
      expect(await dataOf(runId)).toHaveProperty('back_order')
      expect((await examples.family(runId))[1]?.is).toBe('InventoryAllocation FAILED_ROLLED_BACK')
    })
  })

  describe('TripBooking', () => {
    const trip = { destination: 'Porto', nights: 3 }

    it.each(['good', 'unreachable'])('charges a card that is %s', async (card) => {
      const { data } = await completed('TripBooking', { ...trip, card })
      expect(data.charged).toBe(Number(data.fare) + 3 * Number(data.rate))
    })

    it('undoes hotel and flight when the card is declined, and tries a declined card once', async () => {
      const runId = await examples.start('TripBooking', { ...trip, card: 'declined' })
      const { outcome } = await examples.until(runId, 'FAILED_ROLLED_BACK')
      expect(outcome?.error).toMatchObject({ code: 'NonRetryableError', step: 'Charge_Card' })
      const history = await examples.history(runId)
      expect(undone(history)).toEqual(['Charge_Card noop', 'Reserve_Hotel done', 'Reserve_Flight done'])
    })
  })

  describe('EmailCampaign', () => {
    it('completes when it was read', async () => {
      const { data } = await completed('EmailCampaign', { subject: 'Reeds', recipients: 1_000, wait_seconds: 0.01 })
      expect(data).toMatchObject({ sent: 1_000, opened: 360 })
    })

    it('asks for a better subject when it was not', async () => {
      const runId = await examples.start('EmailCampaign', { subject: 'Sale', recipients: 1_000, wait_seconds: 0.01 })
      await answer(runId, 'Find_A_Better_Subject', { better_subject: 'Reeds' })
      expect(await dataOf(runId)).toMatchObject({ opened: 200, better_subject: 'Reeds' })
    })
  })

  describe('ParcelTracking', () => {
    it('ends when the parcel has been delivered', async () => {
      const { data } = await completed('ParcelTracking', { parcel: 'NS-1', every_seconds: 0.01 })
      expect(data).toMatchObject({ delivered: true, place: 'delivered' })
      expect(Number(data.looks)).toBeGreaterThan(1)
    })

    it('has a parcel searched for that never comes', async () => {
      const runId = await examples.start('ParcelTracking', { parcel: 'LOST', every_seconds: 0.01 })
      await answer(runId, 'Search', { found: true, place: 'under the van' })
      expect(await dataOf(runId)).toMatchObject({ looks: 10, found: true })
    })
  })

  describe('LabelPrinting', () => {
    it('prints them all', async () => {
      const items = Array.from({ length: 60 }, (_, index) => ({ sku: `S${index}` }))
      expect((await completed('LabelPrinting', { items })).data).toMatchObject({ printed: 60, failed: 0 })
    })

    it('has those printed by hand that failed', async () => {
      const runId = await examples.start('LabelPrinting', { items: [{ sku: 'LOOM' }, { sku: '' }] })
      await answer(runId, 'Print_By_Hand', { done: true })
      expect(await dataOf(runId)).toMatchObject({ printed: 1, failed: 1, done: true })
    })
  })

  describe('PartnerWebhook', () => {
    const send = (path: string) =>
      examples.start('PartnerWebhook', { url: `${examples.url}${path}`, order_id: 'a', amount: 5 })

    it('tells the partner of the order, at the second attempt under the same key', async () => {
      expect(await dataOf(await send('/busy-once'))).toMatchObject({ status: 202, answer: { received: true } })
      expect(heard).toHaveLength(2)
      expect(heard[0]).toEqual(heard[1])
      expect(heard[0]).toMatchObject({
        key: expect.any(String),
        body: { event: 'order.created', order: { id: 'a', amount: 5 } },
      })
    })

    it('has a partner called who never answers', async () => {
      const runId = await send('/down')
      await answer(runId, 'Call_Them', { told: true })
      expect(await dataOf(runId)).toMatchObject({ told: true })
    })
  })

  it('NightlyReport waits for each night, reports and mails', async () => {
    const soon = new Date(Date.now() + 300).toISOString()
    const nights = [
      { day: '2026-01-05', at: '2026-01-05T23:00:00Z' },
      { day: '2026-01-06', at: soon },
    ]
    const runId = await examples.start('NightlyReport', { shop: 'Northside', nights })
    expect(await dataOf(runId)).toMatchObject({ report: expect.stringContaining('Northside, 2026-01-06: ') })
    const history = await examples.history(runId)
    const written = history.filter((event) => event.type === 'workflow.node.completed' && event.step === 'Write')
    expect(written).toHaveLength(2)
    expect(Number(written[1]?.at)).toBeGreaterThanOrEqual(Date.parse(soon))
  })

  describe('ExpenseApproval', () => {
    const start = (amount: number) => examples.start('ExpenseApproval', { employee: 'Ada', amount, purpose: 'Train' })

    it('pays a small one that one person has checked', async () => {
      const runId = await start(40)
      await answer(runId, 'Check', { checked: true })
      expect(await dataOf(runId)).toMatchObject({ letter: 'Ada is paid 40.00.' })
    })

    it('pays a large one that two people have looked at', async () => {
      const runId = await start(400)
      await answer(runId, 'Check', { checked: true })
      await answer(runId, 'Release', { released: true })
      expect(await dataOf(runId)).toMatchObject({ letter: 'Ada is paid 400.00.' })
    })

    it.each(['Check', 'Release'])('rejects a large one at %s, with the remark', async (step) => {
      const runId = await start(400)
      await answer(runId, 'Check', step === 'Check' ? { checked: false, remark: 'no receipt' } : { checked: true })
      if (step === 'Release') await answer(runId, 'Release', { released: false, remark: 'no receipt' })
      expect(await dataOf(runId)).toMatchObject({ letter: 'Ada is not paid 400.00: no receipt.' })
    })
  })

  describe('WaitForPayment', () => {
    const start = (workflow: string) => examples.start(workflow, { order_id: 'a-4', amount: 80 })
    const pay = (runId: string, payload: Json) =>
      examples.send(runId, { type: 'signal', signal_name: 'paid-A-4', payload })

    it('releases what was paid', async () => {
      const runId = await start('WaitForPayment')
      await examples.until(runId, 'WAITING_HUMAN_INPUT')
      expect(await pay(runId, { paid_by: 'card' })).toHaveProperty('refusal')
      expect(await pay(runId, { paid_amount: 80, paid_by: 'card' })).toMatchObject({ ok: true })
      expect(await dataOf(runId)).toMatchObject({ released: true, paid_by: 'card' })
    })

    it.each([true, false])('asks a person when too little was paid; released is %s', async (release) => {
      const runId = await start('WaitForPayment')
      await examples.until(runId, 'WAITING_HUMAN_INPUT')
      await pay(runId, { paid_amount: 50 })
      await answer(runId, 'Ask_For_The_Rest', { release })
      expect(await dataOf(runId)).toMatchObject({ released: release })
    })

    it('closes what nobody has paid in time', async () => {
      const text = await readFile(join(import.meta.dirname, 'wait-for-payment.yaml'), 'utf8')
      const { definition } = parse(text.replace('timeout_seconds: 604800', 'timeout_seconds: 0.1'))
      await examples.publish('WaitShortly', definition?.steps ?? [])
      expect(await dataOf(await start('WaitShortly'))).toMatchObject({ released: false })
    })
  })

  describe('CustomerImport', () => {
    it('reads the lines, each customer once', async () => {
      const { data } = await completed('CustomerImport', { lines: 'A; a@b.example; gb\n\nB; A@B.example; fr' })
      expect(data).toMatchObject({ imported: 1, customers: [{ name: 'B', email: 'a@b.example', country: 'FR' }] })
    })

    it('shows a person what could not be read', async () => {
      const runId = await examples.start('CustomerImport', { lines: 'A; a@b.example; gb\nNobody; nowhere' })
      await answer(runId, 'Look_At_The_Rest', { dropped: true })
      expect(await dataOf(runId)).toMatchObject({ imported: 1, rejected: [{ line: 2 }], dropped: true })
    })
  })

  it('leaves the tables as the invariants say', async () => {
    expect(await examples.violations()).toEqual([])
  })
})
