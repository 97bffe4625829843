import { describe, expect, it } from 'vitest'
import type { CodeCommand, CodeOutcome, News } from './code-state.ts'
import { type CodeInstance, Replay } from './replay.ts'
import { activity, sleep } from './testing/scripted-code-run.ts'

interface Body {
  /** What the body asks for at each news, in turn. */
  readonly asks?: readonly (readonly CodeCommand[])[]
  readonly ends?: CodeOutcome
  readonly blocked?: CodeInstance['blocked']
  /** Absent: the host cannot tell places. */
  readonly placeOf?: () => string
}

/** A body without code: it asks for what the test says, and has ended, if at all, at its first news. */
function replay({ asks = [], ends, blocked = {}, placeOf }: Body): Replay {
  const left = [...asks]
  let outcome: CodeOutcome | null = null
  const instance: CodeInstance = {
    get outcome() {
      return outcome
    },
    messages: { unread: 2 },
    blocked,
    apply() {
      outcome = ends ?? null
    },
    expect() {},
    settleConditions: () => false,
    take: () => ({ commands: left.shift() ?? [], notes: [] }),
  }
  return new Replay(instance, () => Promise.resolve(), placeOf)
}

const started: News = { seq: 1, at: 0, kind: 'started' }
const signal: News = { seq: 4, at: 0, kind: 'signal', name: 'late', data: null }
const resolved = (n: number): News => ({ seq: 5, at: 0, kind: 'resolved', n, value: null })

describe('where a body waits', () => {
  it.each([
    ['is named by the place of its wait', { site: new Error() }, { at: 'work.ts:7' }],
    ['is named by the reason that it gives', { reason: 'a signal' }, { reason: 'a signal' }],
    ['has both names', { reason: 'a signal', site: new Error() }, { reason: 'a signal', at: 'work.ts:7' }],
    ['is not known of a body that never waited', {}, {}],
  ])('%s', async (_, blocked, named) => {
    const delivered = await replay({ blocked, placeOf: () => 'work.ts:7' }).deliver({
      commands: [],
      news: [started],
      seen: 0,
    })
    expect(delivered).toEqual({ commands: [], notes: [], outcome: { kind: 'blocked', ...named }, unread: 2 })
  })

  it('has no place where the host cannot tell one', async () => {
    const body = replay({ blocked: { site: new Error() } })
    expect((await body.deliver({ commands: [], news: [started], seen: 0 })).outcome).toEqual({ kind: 'blocked' })
  })
})

describe('a body that ends before its history does', () => {
  const failure = { type: 'Error', message: 'no' }

  it.each([
    [{ kind: 'completed', result: 1 }, 'returns'],
    [{ kind: 'failed', failure }, 'fails'],
    [{ kind: 'cancelled' }, 'ends'],
  ] as const)('by %j is a violation, which says that it %s', async (ends, how) => {
    const left = await replay({ ends }).deliver({ commands: [sleep(1)], news: [started], seen: 1 })
    expect(left.outcome).toMatchObject({
      kind: 'violation',
      message: `command 1: history has sleep 1000 ms, the code ${how} before it`,
    })
    const went = await replay({ ends }).deliver({ commands: [], news: [started, signal], seen: 4 })
    expect(went.outcome).toEqual({
      kind: 'violation',
      message: `the code ${how}, and the history went on`,
      details: {},
    })
  })

  it('has ended, where the further news is new', async () => {
    const ends = { kind: 'completed', result: 1 } as const
    const delivered = await replay({ ends }).deliver({ commands: [], news: [started, signal], seen: 1 })
    expect(delivered.outcome).toEqual(ends)
  })
})

describe('a recorded command', () => {
  it('that the body never asks for is a violation, also where no news is about it', async () => {
    const delivered = await replay({}).deliver({ commands: [sleep(1)], news: [started], seen: 1 })
    expect(delivered.outcome).toMatchObject({
      message: 'command 1: history has sleep 1000 ms, the code asks for nothing',
    })
  })

  it('is not asked for again by a body that has gone on since: its new commands are delivered', async () => {
    const body = replay({ asks: [[activity(1)], [activity(2)]] })
    expect((await body.deliver({ commands: [], news: [started], seen: 0 })).commands).toEqual([activity(1)])
    expect((await body.deliver({ commands: [], news: [resolved(1)], seen: 1 })).commands).toEqual([activity(2)])
  })

  it('is left to the body where the history has no record of it', async () => {
    const delivered = await replay({}).deliver({ commands: [], news: [started, resolved(1)], seen: 0 })
    expect(delivered.outcome).toEqual({ kind: 'blocked' })
  })
})
