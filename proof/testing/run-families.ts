import fc from 'fast-check'

/** A run of a drawn family, as the columns that lists and counts read. */
export interface DrawnRun {
  readonly workflow: string
  readonly status: (typeof openStatuses)[number] | (typeof endedStatuses)[number]
  /** Hours from the end until now. */
  readonly endedAgo: number
  readonly acknowledged: boolean
  readonly wait: 'person' | 'late' | 'snoozed' | 'held' | 'signal' | 'old signal' | null
  readonly retries: number
  /** The queue of a task that no worker has claimed; workers serve `mails` alone. */
  readonly queue: 'mails' | 'gpu' | null
  readonly isStale: boolean
  readonly isQuarantined: boolean
  readonly isRerun: boolean
}

export interface DrawnFamily {
  readonly isTest: boolean
  readonly root: DrawnRun
  readonly children: readonly (DrawnRun & { readonly children: readonly DrawnRun[] })[]
}

export const families = ['Order', 'Shipping', 'Loan', 'Refund'] as const
const openStatuses = ['ACTIVE', 'PENDING_ASYNC', 'PENDING_SUB_WORKFLOW'] as const
const endedStatuses = [
  'COMPLETED',
  'FAILED',
  'FAILED_ROLLED_BACK',
  'FAILED_WORKER_CRASH',
  'FAILED_CHILD_WORKFLOW',
  'CANCELLED',
] as const

/** As many runs wait for nothing as wait for something. */
const noWait = Array.from({ length: 6 }, () => null)

const seldom = fc.integer({ min: 0, max: 5 }).map((drawn) => drawn === 0)

const drawnRun: fc.Arbitrary<DrawnRun> = fc.record({
  workflow: fc.constantFrom(...families),
  status: fc.constantFrom(...openStatuses, ...openStatuses, ...openStatuses, ...endedStatuses),
  endedAgo: fc.integer({ min: 0, max: 40 }),
  acknowledged: fc.boolean(),
  wait: fc.constantFrom('person', 'late', 'snoozed', 'held', 'signal', 'old signal', ...noWait),
  retries: fc.constantFrom(0, 0, 0, 2, 3, 9),
  queue: fc.constantFrom('mails', 'gpu', null, null, null, null),
  isStale: fc.boolean(),
  isQuarantined: seldom,
  isRerun: seldom,
})

export const drawnFamily: fc.Arbitrary<DrawnFamily> = fc.record({
  isTest: seldom,
  root: drawnRun,
  children: fc.array(
    fc.tuple(drawnRun, fc.array(drawnRun, { maxLength: 2 })).map(([run, children]) => ({ ...run, children })),
    { maxLength: 3 },
  ),
})
