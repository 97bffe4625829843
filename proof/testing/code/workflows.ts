import {
  ApplicationFailure,
  approval,
  CancellationScope,
  compensateWith,
  condition,
  continueAsNew,
  defineQuery,
  defineSignal,
  defineUpdate,
  defineWorkflow,
  executeChild,
  isCancellation,
  milestone,
  now,
  proxyActivities,
  setHandler,
  sleep,
} from 'heddle/workflow'
import { total } from './helper.ts'

/** Workflows that are code, for tests of a whole engine. */

const { fetchUser, add, refuse } = proxyActivities<typeof import('./activities.ts')>()
const { flaky } = proxyActivities<typeof import('./activities.ts')>({
  retry: { maximumAttempts: 5, initialIntervalMs: 1, nonRetryableErrorTypes: ['CardRefused'] },
})
const { note } = proxyActivities<typeof import('./activities.ts')>({ retry: { maximumAttempts: 5 } })
const { beats, isSilent } = proxyActivities<typeof import('./activities.ts')>({ heartbeatTimeoutMs: 300 })
const { long } = proxyActivities<typeof import('./activities.ts')>({ startToCloseTimeoutMs: 60_000 })

export const onMessage = defineSignal<[string]>('on_message')
export const status = defineQuery<{ received: number }>('status')
export const schedules = defineQuery<Promise<void>>('schedules')
export const replace = defineUpdate<number, [string[]]>('replace_messages')

/** The worked example: three messages complete it. */
export const messages = defineWorkflow(
  { type: 'Messages', input_schema: { type: 'object', properties: { first: { type: 'string' } } } },
  async ({ first }: { first?: string }) => {
    const got: string[] = first === undefined ? [] : [first]
    setHandler(onMessage, (text) => {
      got.push(text)
    })
    setHandler(status, () => ({ received: got.length }))
    setHandler(schedules, () => sleep(1))
    setHandler(replace, {
      validate(list) {
        if (list.length > 5) throw new ApplicationFailure('Five messages are enough.', { type: 'TooMany' })
      },
      async handle(list) {
        got.splice(0, got.length, ...list)
        return await add(got.length, 0)
      },
    })
    await condition(() => got.length >= 3)
    return got
  },
)

export const order = defineWorkflow(
  {
    type: 'Order',
    version: '1',
    input_schema: {
      type: 'object',
      required: ['ids'],
      properties: { ids: { type: 'array', items: { type: 'number' } } },
    },
  },
  async ({ ids }: { ids: number[] }) => {
    const begun = now()
    const users = await Promise.all(ids.map((id) => fetchUser(id)))
    await sleep(5)
    milestone('slept', { ids })
    const tries = await flaky()
    const refused = await refuse().catch((error: ApplicationFailure) => error.type)
    let sum = 0
    for (const { id } of users) sum = await add(sum, id)
    return {
      names: users.map(({ name }) => name),
      tries,
      refused,
      sum,
      total: total(ids),
      hasSlept: now() >= begun + 5,
    }
  },
)

/** Three levels, the last one drawn. */
export const parent = defineWorkflow({ type: 'Parent' }, async ({ depth }: { depth: number }): Promise<unknown> => {
  if (depth === 0) return await executeChild('Drawn', { input: { n: 1 } })
  return { depth, below: await executeChild('Parent', { input: { depth: depth - 1 } }) }
})

export const asks = defineWorkflow({ type: 'Asks' }, async () => {
  const { by, input } = await approval<{ approved: boolean }>({ title: 'Pay the invoice?' })
  return { by: by.id, approved: input.approved }
})

export const cleans = defineWorkflow({ type: 'Cleans' }, async ({ file }: { file: string }) => {
  try {
    await long(file)
  } catch (error) {
    if (!isCancellation(error)) throw error
    await CancellationScope.nonCancellable(() => add(1, 2))
    throw error
  }
})

/** An activity that sends heartbeats, and one that is silent for too long. */
export const silent = defineWorkflow({ type: 'Silent' }, async () => {
  const type = (error: ApplicationFailure) => error.type
  return [await beats(), await isSilent().catch(type), await isSilent().catch(type)]
})

/** Counts to `to`, ten in each run. */
export const counter = defineWorkflow({ type: 'Counter' }, async ({ n, to }: { n: number; to: number }) => {
  for (let i = 0; i < 10; i++) n += 1
  if (n < to) continueAsNew({ n, to })
  return n
})

/** Never yields: its thread is ended each time. */
export const spins = defineWorkflow({ type: 'Spins' }, async () => {
  for (let n = 0; ; n = (n + 1) % 10) if (n > 10) return n
})

/** A child that continues as new is one child. */
export const counts = defineWorkflow({ type: 'Counts' }, async () => {
  return await executeChild(counter, { input: { n: 0, to: 30 } })
})

export const chain = defineWorkflow({ type: 'Chain' }, async ({ length }: { length: number }) => {
  let sum = 0
  for (let i = 0; i < length; i++) sum = await add(sum, 1)
  return sum
})

/** Books, registers what undoes it, and fails or waits. */
export const books = defineWorkflow({ type: 'Books' }, async ({ file, waits }: { file: string; waits?: boolean }) => {
  for (const name of ['flight', 'hotel']) {
    await note(file, `${name} booked`)
    compensateWith(note, [file, `${name} cancelled`])
  }
  if (waits) await sleep(3_600_000)
  throw new ApplicationFailure('The card was refused.', { type: 'CardRefused' })
})

export const breaks = defineWorkflow({ type: 'Breaks' }, async () => {
  await add(1, 1)
  throw new TypeError('broken')
})
