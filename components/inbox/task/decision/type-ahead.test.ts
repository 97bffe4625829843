import { afterEach, describe, expect, it } from 'vitest'
import { decisionOf } from '#components/ui/schema-form/decision.ts'
import { assignKeys, bufferKey, discardKeys, replayKeys, takeKeys } from './type-ahead.ts'

afterEach(discardKeys)

describe('keys pressed while a decision is on its way', () => {
  it('are for the task that comes next, once', () => {
    bufferKey('a')
    assignKeys('next')
    bufferKey('enter')
    expect(takeKeys('other')).toEqual([])
    expect(takeKeys('next')).toEqual(['a', 'enter'])
    expect(takeKeys('next')).toEqual([])
  })

  it('are forgotten where none comes next', () => {
    bufferKey('a')
    assignKeys(null)
    assignKeys('later')
    expect(takeKeys('later')).toEqual([])
  })

  it('are forgotten when that task cannot be decided for long', () => {
    bufferKey('a', 1_000)
    assignKeys('next')
    expect(takeKeys('next', 60_000)).toEqual([])
  })

  it('are not kept without end', () => {
    for (let press = 0; press < 100; press += 1) bufferKey('a')
    assignKeys('next')
    expect(takeKeys('next')).toHaveLength(30)
  })
})

describe('what they do to a form', () => {
  const schema = {
    type: 'object',
    required: ['approved'],
    properties: { approved: { type: 'boolean' }, note: { type: 'string' } },
  } as const
  const play = (...keys: string[]) => replayKeys(keys, decisionOf(schema), { note: 'typed' })

  it('is to give the answer and send it; what follows is for the task after', () => {
    expect(play('a', 'enter', 'd', 'enter')).toEqual({
      value: { note: 'typed', approved: true },
      sends: true,
      rest: ['d', 'enter'],
    })
  })

  it('is to give the last of several answers, which waits to be sent', () => {
    expect(play('a', 'x', 'r')).toEqual({ value: { note: 'typed', approved: false }, sends: false, rest: [] })
  })

  it('is nothing where no answer is given', () => {
    expect(play('enter', '1')).toEqual({ value: undefined, sends: false, rest: [] })
    expect(replayKeys(['a', 'enter'], null, {})).toEqual({ value: undefined, sends: false, rest: [] })
  })

  it('is to send what is there where that is asked for', () => {
    expect(play('mod+enter', 'a')).toEqual({ value: undefined, sends: true, rest: ['a'] })
  })
})
