import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { splitDocuments } from '#core/definition/text/documents.ts'
import type { Json } from '#core/json.ts'
import type { AttemptOutcome } from '../command.ts'
import { Family } from '../testing/family.ts'
import { lineOf } from '../testing/line.ts'
import { ana } from '../testing/scripted-run.ts'
import { statusOf } from '../views/status.ts'

/** Workflows as people have written them, unmodified, from start to end. */
const folder = new URL('../../definition/testing/examples/', import.meta.url)

function definitionsOf(file: string): readonly Definition[] {
  const text = readFileSync(new URL(file, folder), 'utf8')
  return splitDocuments(text).map((part) => parse(part.text).definition as Definition)
}

/** What a function says: its result, or that it fails. */
type Answer = (name: string, input: Json) => Json | Error

/** Everything that is owed happens, until nothing is owed but people. */
function play(family: Family, answer: Answer): void {
  const root = family.root.state.header.workflow
  for (let moved = true; moved; ) {
    moved = false
    family.after(root, () => {
      for (const run of family.runs.values()) {
        for (const effect of run.plan()) {
          if (effect.kind === 'timer' && effect.purpose !== 'run_timeout' && effect.purpose !== 'timeout') {
            run.now = Math.max(run.now, effect.dueAt)
            run.decide({ type: 'timer_fired', timer_id: effect.id })
            moved = true
          } else if (effect.kind === 'attempt') {
            const { step, iteration, attempt, undo, item, input } = effect
            const said = answer('function' in effect ? effect.function : step, effect.each?.item ?? input)
            const part = item === undefined ? {} : { item }
            run.decide({ type: 'attempt_ended', step, iteration, attempt, ...part, undo, outcome: outcomeOf(said) })
            moved = true
          }
        }
      }
    })
  }
}

function outcomeOf(said: Json | Error): AttemptOutcome {
  return said instanceof Error
    ? { kind: 'failed', error: { code: said.name, message: said.message }, retryable: true }
    : { kind: 'completed', output: said }
}

function begin(file: string, input: Json, more: readonly Definition[] = []): Family {
  return new Family([...definitionsOf(file), ...more], { input })
}

test('A32, A44: every example is read without an error', () => {
  for (const file of readdirSync(folder)) {
    const text = readFileSync(new URL(file, folder), 'utf8')
    for (const part of splitDocuments(text)) {
      expect(parse(part.text).problems.filter((problem) => problem.severity === 'error')).toEqual([])
    }
  }
})

test('A13: OrderProcessing completes', () => {
  const family = begin('order-processing.yaml', { order_id: 'o', amount: 5 })
  play(family, (name) => ({ [name]: true }))
  expect(family.statuses()).toEqual(['OrderProcessing COMPLETED'])
})

test('A17, A70: a declined card undoes the hotel, then the flight', () => {
  const family = begin('booking.yaml', { card: 'declined' })
  play(family, (name) => (name === 'bookings.charge' ? new Error('declined') : {}))
  expect(family.statuses()).toEqual(['BookingWorkflow FAILED_ROLLED_BACK'])
  const undone = family.root.history.filter((event) => event.type === 'workflow.compensation.completed').map(lineOf)
  expect(undone).toEqual([
    'Charge_Payment compensation.completed (noop)',
    'Reserve_Hotel compensation.completed (done)',
    'Reserve_Flight compensation.completed (done)',
  ])
})

describe('OrderFulfilment, four levels deep', () => {
  const answer: Answer = (name, input) => {
    const poisoned = JSON.stringify(input).includes('POISON')
    return name === 'inventory.update_ledger' && poisoned ? new Error('poison') : {}
  }
  const order = (sku: string) => begin('order-fulfilment.yaml', { order_id: 'o', items: [{ sku }] })

  test('A60: completes', () => {
    const family = order('BOOK')
    play(family, answer)
    expect(family.statuses().every((status) => status.endsWith('COMPLETED'))).toBe(true)
    expect(family.runs.size).toBe(4)
  })

  test('A61: hazardous goods make the root wait for a child, those between stay PENDING_SUB_WORKFLOW; the answer completes all', () => {
    const family = order('HAZMAT')
    play(family, answer)
    expect(family.statuses()).toEqual([
      'OrderFulfilment WAITING_CHILD_HUMAN_INPUT',
      'InventoryAllocation PENDING_SUB_WORKFLOW',
      'WarehouseSelection PENDING_SUB_WORKFLOW',
      'ShippingCostCalculation WAITING_HUMAN_INPUT',
    ])
    family.after('ShippingCostCalculation', (run) => run.resume({ carrier: 'BlueLine' }))
    play(family, answer)
    expect(statusOf(family.root.state)).toBe('COMPLETED')
  })

  test('A43: a poisoned item rolls the allocation back, and the failure edge takes over', () => {
    const family = order('POISON')
    play(family, answer)
    expect(statusOf(family.of('InventoryAllocation').state)).toBe('FAILED_ROLLED_BACK')
    expect(statusOf(family.root.state)).toBe('COMPLETED')
    expect(family.root.state.steps).toMatchObject({
      Back_Order: { status: 'completed' },
      Ship_Order: { status: 'skipped' },
    })
  })
})

describe('ProcessItems', () => {
  const inventory: Definition = {
    workflow_type: 'InventoryAllocation',
    saga_enabled: false,
    fail_fast: true,
    timeout_includes_waits: false,
    steps: [{ type: 'STANDARD', name: 'Reserve', function: 'inventory.reserve' }],
  }

  test('A67, A79, A78: children and functions side by side, a list, and a loop that asks until the parcel is gone', () => {
    const items = Array.from({ length: 60 }, (_, index) => ({ sku: `S${index}` }))
    const family = begin('process-items.yaml', { items, carrier_url: 'http://carrier' }, [inventory])
    let asked = 0
    play(family, (name, input) => {
      if (name === 'Ask_Carrier') {
        asked += 1
        return asked === 3
      }
      if (name === 'shipping.print_label') {
        const { sku } = input as { sku: string }
        return sku === 'S7' ? new Error('no paper') : { label: sku }
      }
      return { [name]: true }
    })
    expect(statusOf(family.root.state)).toBe('COMPLETED')
    const { data, outputs } = family.root.state
    expect(outputs.Process?.output).toMatchObject({ inventory: { 'inventory.reserve': true } })
    expect(data).toMatchObject({ picked_up: true, 'risk.check_fraud': true })
    const { results, errors } = data.Label_Each as { results: readonly Json[]; errors: readonly Json[] }
    expect([results[6], results[7], errors[7]]).toMatchObject([{ label: 'S6' }, null, { message: 'no paper' }])
    expect(outputs.Poll_Carrier).toEqual({ output: { iterations: 3 } })
  })
})

test('A9: LoanApproval asks a manager and disburses', () => {
  const family = begin('loan-approval.yaml', { customer: 'Bo', amount: 500 })
  play(family, () => ({ risk_score: 50 }))
  expect(statusOf(family.root.state)).toBe('WAITING_HUMAN_INPUT')
  family.after('LoanApproval', (run) => run.send({ type: 'resume', actor: ana, input: { approved: true } }))
  play(family, () => ({}))
  expect(family.root.state.steps).toMatchObject({
    Disburse_Loan: { status: 'completed' },
    Decline: { status: 'skipped' },
  })
})
