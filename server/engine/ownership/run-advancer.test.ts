import { describe, expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import type { Append, Appended } from '../commit/append.ts'
import type { AttemptEffect } from '../commit/build-append.ts'
import { PoisonedItem } from '../commit/group-committer.ts'
import type { Mail } from '../ports.ts'
import { type ActiveRun, activityAfter, enter, type RunActivity } from './active-run.ts'
import { type Attempts, attemptEnded } from './attempts.ts'
import { RunRegistry, type RunRegistryWorld } from './run-registry.ts'
import { actor, registryWorld, takenRun } from './testing/active-runs.ts'

const activities = Object.keys(activityAfter) as RunActivity[]

describe('the activities of an active run', () => {
  it.each(activities.flatMap((from) => activities.map((to) => [from, to] as const)))('%s to %s', (from, to) => {
    const run = { runId: 'run', activity: from } as ActiveRun
    const go = () => enter(run, to)
    if (activityAfter[from].includes(to)) {
      go()
      expect(run.activity).toBe(to)
    } else {
      expect(go).toThrow(`Run run cannot go from ${from} to ${to}.`)
      expect(run.activity).toBe(from)
    }
  })

  it('end when the run is gone, and only then', () => {
    expect(activities.filter((from) => activityAfter[from].length === 0)).toEqual(['gone'])
    for (const from of activities) if (from !== 'gone') expect(activityAfter[from]).toContain('gone')
  })
})

const committed: Appended = { kind: 'committed', owned: true, mailSeq: 0 }
const call = { name: 'Call', type: 'STANDARD', function: 'f' } as const
const lost = () => Promise.reject(new Error('Connection terminated'))

/** A run that is held, the calls that it made, and the activities that it went through. */
async function held(steps: Definition['steps'], doing: Partial<RunRegistryWorld> = {}) {
  const called: AttemptEffect[] = []
  const world = {
    ...registryWorld(steps, {
      commit: async () => committed,
      release: async () => true,
      attempts: {
        start: (_run: ActiveRun, effect: AttemptEffect) => void called.push(effect),
        cancel: () => undefined,
      } as unknown as Attempts,
    }),
    ...doing,
  }
  const registry = new RunRegistry(world)
  const run = await takenRun(world, 'run')
  const went: RunActivity[] = [run.activity]
  let activity = run.activity
  Object.defineProperty(run, 'activity', {
    get: () => activity,
    set(next: RunActivity) {
      activity = next
      went.push(next)
    },
  })
  registry.adopt(run, committed, new Map())
  /** Ends the last call. */
  const end = (output = {}) => {
    const effect = called.at(-1)
    if (effect) registry.deliver(run, { command: attemptEnded(effect, { kind: 'completed', output }) })
  }
  return { registry, run, went, end, world, timers: world.timers }
}

const pauseBy = (id: number, operationId: string | null = 'pause'): Mail => ({
  id,
  runId: 'run',
  operationId,
  command: { type: 'pause', actor },
  sentAt: 1_000,
})

describe('a run goes through', () => {
  it('a decision and a commit for a result, and is gone with the commit that releases it', async () => {
    const commit = async ({ releaseAt }: Append): Promise<Appended> => ({
      ...committed,
      owned: releaseAt === undefined,
    })
    const { registry, went, end } = await held([call], { commit })
    end()
    expect(went).toEqual(['idle', 'deciding', 'committing'])
    await expect.poll(() => registry.size).toBe(0)
    expect(went).toEqual(['idle', 'deciding', 'committing', 'idle', 'gone'])
  })

  it('the versions of new children before the commit', async () => {
    const { went, end } = await held([call, { name: 'Below', type: 'SUB_WORKFLOW', sub_workflow_type: 'Other' }])
    end()
    await expect.poll(() => went.at(-1)).toBe('gone')
    expect(went).toEqual(['idle', 'deciding', 'pinning', 'committing', 'idle', 'releasing', 'gone'])
  })

  it('a back-off where versions cannot be read, and decides again', async () => {
    const { went, end, timers, world } = await held([
      call,
      { name: 'Below', type: 'SUB_WORKFLOW', sub_workflow_type: 'Other' },
    ])
    Object.assign(world, { definitions: { ...world.definitions, latest: lost } })
    end()
    await expect.poll(() => timers.length).toBe(1)
    timers[0]?.()
    expect(went).toEqual(['idle', 'deciding', 'pinning', 'backing_off', 'idle', 'deciding', 'pinning'])
  })

  it('an answer where nothing changes, again after a back-off', async () => {
    let replies = 0
    const reply = () => {
      replies += 1
      return replies === 1 ? lost() : Promise.resolve(true)
    }
    const { registry, went, timers } = await held([call], { reply })
    const late = { ...pauseBy(1), command: { type: 'timer_fired', timer_id: 'none' } } as const
    registry.deliverMail({ mail: [late], mailSeqs: new Map([['run', 1]]) }, ['run'])
    await expect.poll(() => timers.length).toBe(1)
    timers[0]?.()
    await expect.poll(() => went.at(-1)).toBe('idle')
    expect(went).toEqual(['idle', 'deciding', 'answering', 'backing_off', 'answering', 'idle'])
  })

  it('decisions one by one where an append cannot be stored, and an answer for the command that is to blame', async () => {
    let commits = 0
    const commit = (): Promise<Appended> => {
      commits += 1
      return commits < 3 ? Promise.reject(new PoisonedItem('22P05')) : Promise.resolve(committed)
    }
    const { registry, went, run } = await held([call], { commit })
    const resume = { ...pauseBy(2), operationId: 'resume', command: { type: 'resume', actor } } as const
    registry.deliverMail({ mail: [pauseBy(1), resume], mailSeqs: new Map([['run', 2]]) }, ['run'])
    await expect.poll(() => commits + run.pending.length).toBe(2)
    await expect
      .poll(() => went.slice(0, 7))
      .toEqual(['idle', 'deciding', 'committing', 'idle', 'deciding', 'committing', 'answering'])
  })

  it('nothing more once it is gone: later answers are ignored', async () => {
    const { promise, resolve } = Promise.withResolvers<Appended>()
    const { registry, went, end } = await held([call], { commit: () => promise })
    end()
    registry.dropAll()
    resolve(committed)
    end()
    await promise
    await Promise.resolve()
    expect(went).toEqual(['idle', 'deciding', 'committing', 'gone'])
  })
})
