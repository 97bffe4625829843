import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { payload } from '../payload-input.ts'
import { headerOf } from './create.ts'
import {
  inheritedOptions,
  repeatedOptions,
  type StartBody,
  startBody,
  startBodyNames,
  startBodyWith,
  startOptions,
  storedOptions,
} from './start-request.ts'

const everything: Required<StartBody> = {
  input: { amount: 1 },
  state: null,
  drive: 'manual',
  saga: true,
  fail_fast: false,
  tags: ['a'],
  priority: 5,
  owner_id: 'ana',
  data_region: 'mars',
  variants: 3,
  bundle: [],
  workflow_id: 'order-1',
  workflow_id_reuse: 'reject_duplicate',
}

describe('the body of a start', () => {
  test('has one name for each option', () => {
    expect(Object.keys(everything).toSorted()).toEqual(startBodyNames.toSorted())
    expect(startBodyNames).toHaveLength(Object.keys(startOptions).length)
  })

  test('becomes the options by their names in the code', () => {
    expect(startBody.parse(everything)).toEqual({
      input: { amount: 1 },
      clientState: null,
      drive: 'manual',
      saga: true,
      failFast: false,
      tags: ['a'],
      priority: 5,
      ownerId: 'ana',
      dataRegion: 'mars',
      variants: 3,
      bundle: [],
      workflowId: 'order-1',
      workflowIdReuse: 'reject_duplicate',
    })
  })

  test('may be empty: then the input is an empty object and nothing else is asked for', () => {
    expect(startBody.parse({})).toEqual({ input: {} })
  })

  test.each([
    ['failFast', { failFast: true }, ''],
    ['input', { input: [1] }, 'input'],
    ['fail_fast', { fail_fast: 'yes' }, 'fail_fast'],
    ['owner_id', { owner_id: '../x' }, 'owner_id'],
    ['priority', { priority: 101 }, 'priority'],
  ])('is refused with a wrong %s, by its name on the wire', (_, body, path) => {
    const [issue] = startBody.safeParse(body).error?.issues ?? []
    expect(issue?.path.join('.')).toBe(path)
  })
})

describe('the body of a start with more fields', () => {
  const body = startBodyWith({
    workflow_id: startOptions.workflowId.unwrap(),
    signal_name: z.string(),
    note: z.string().optional(),
  })

  test('becomes the options by their names in the code, and the fields by their own', () => {
    expect(body.parse({ workflow_id: 'order-1', signal_name: 'paid', fail_fast: false })).toEqual({
      input: {},
      failFast: false,
      workflowId: 'order-1',
      workflow_id: 'order-1',
      signal_name: 'paid',
      note: undefined,
    })
  })

  test.each([
    ['an option that its own field requires', { signal_name: 'paid' }, 'invalid_type', 'workflow_id'],
    ['a field', { workflow_id: 'order-1' }, 'invalid_type', 'signal_name'],
    ['no unknown name', { workflow_id: 'order-1', signal_name: 'paid', signal: 'x' }, 'unrecognized_keys', ''],
  ])('needs %s', (_, sent, code, path) => {
    const { issues = [] } = body.safeParse(sent).error ?? {}
    expect(issues.map((issue) => [issue.code, issue.path.join('.')])).toEqual([[code, path]])
  })
})

test('a value is measured in bytes, not in characters', () => {
  const most = limits.run.inputBytes - 2
  expect(payload.safeParse('x'.repeat(most)).success).toBe(true)
  expect(payload.safeParse('ä'.repeat(most / 2 + 1)).success).toBe(false)
  expect(payload.safeParse(undefined).success).toBe(false)
})

describe('the options that a run stores', () => {
  const definition = { saga_enabled: false, fail_fast: true }
  const defaults = { drive: 'auto', saga: false, fail_fast: true, tags: [], priority: 0 }

  test('are defaults, or the definition decides', () => {
    expect(storedOptions({}, definition)).toEqual(defaults)
  })

  const {
    input: _,
    ownerId: __,
    dataRegion: ___,
    variants: ____,
    bundle: _____,
    workflowId: ______,
    workflowIdReuse: _______,
    ...asked
  } = startBody.parse(everything)
  const stored = { client_state: null, drive: 'manual', saga: true, fail_fast: false, tags: ['a'], priority: 5 }

  test('are what the request asks for', () => {
    expect(storedOptions(asked, definition)).toEqual(stored)
  })

  test('are asked for again when the run is repeated, but for those that the definition decides', () => {
    expect(repeatedOptions(storedOptions(asked, definition), definition)).toEqual(asked)
    expect(repeatedOptions(storedOptions({}, definition), definition)).toEqual({ drive: 'auto', tags: [], priority: 0 })
  })

  test('are inherited by a child run in part: its tags and its priority; it runs on auto', () => {
    expect(inheritedOptions(storedOptions(asked, definition))).toEqual({ drive: 'auto', tags: ['a'], priority: 5 })
  })

  test('are part of the header, with the owner, the actor and the run that is repeated', () => {
    const request = { workflow: 'W', input: 1, ownerId: 'o', dataRegion: 'r', actor: { id: 'ana' } }
    const pinned = { version: 3, hash: 'h', definition }
    const header = {
      ...{ run_id: 'run', root_run_id: 'run', workflow: 'W', version: 3, hash: 'h', input: 1, ...defaults },
      ...{ owner_id: 'o', data_region: 'r', depth: 0, actor: { id: 'ana' } },
    }
    expect(headerOf(request, pinned, 'run')).toEqual(header)
    const rerunOf = { run_id: 'first', version: 2 }
    expect(headerOf({ ...request, rerunOf }, pinned, 'run')).toEqual({ ...header, rerun_of: rerunOf })
    const entries = [{ workflow: 'W', version: 3 }]
    const fanOut = { kind: 'variants', workflow: 'W', version: 3, entries } as const
    const regenerates = { run_id: 'first', variant_index: 1 }
    const more = { fanOut, kind: 'video', regenerates, workflowId: 'order-1' } as object
    expect(headerOf({ ...request, ...more }, pinned, 'run')).toEqual({
      ...header,
      ...{ fan_out: fanOut, kind: 'video', regenerates, workflow_id: 'order-1' },
    })
  })
})
