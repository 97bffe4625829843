import { describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { act, connect, convert, node } from './testing/flows.ts'

const imported = (...hooks: readonly Json[]) => {
  const { definition, notes } = convert([...hooks, act('A')], connect('Hook>A'))
  return { triggers: definition.triggers, notes }
}

describe('a webhook of n8n', () => {
  it('becomes a webhook; an open one stays open, and that is told', () => {
    const { triggers, notes } = imported(node('Hook', 'webhook', { path: 'in', httpMethod: 'POST' }))
    expect(triggers).toEqual([{ type: 'webhook', verify: 'none' }])
    const [note, ...others] = notes.filter(({ part }) => part === 'Hook')
    expect(others).toEqual([])
    expect(note).toMatchObject({
      fate: 'changed',
      message: expect.stringContaining('choose how it verifies its sender'),
    })
    expect(note?.message).not.toMatch(/by POST|at once/)
  })

  it('with a login asks for a secret, and tells what is not carried over', () => {
    const parameters = {
      path: 'in',
      authentication: 'headerAuth',
      httpMethod: ['GET', 'POST'],
      responseMode: 'lastNode',
      options: { rawBody: true },
    }
    const { triggers, notes } = imported(node('Hook', 'webhook', parameters), node('Second', 'webhook', { path: 'b' }))
    expect(triggers).toEqual([
      { type: 'webhook', verify: 'bearer', secret: ['WEBHOOK_SECRET'] },
      { type: 'webhook', name: 'webhook 2', verify: 'none' },
    ])
    const said = notes.filter(({ part }) => part === 'Hook').map(({ message }) => message)
    expect(said.join(' ')).toMatch(
      /`in`.*`headerAuth`.*secret WEBHOOK_SECRET.*by POST, and not by `\["GET","POST"\]`.*at once.*`lastNode`.*options/s,
    )
  })

  it('beyond the number of triggers is told to be lost', () => {
    const more = Array.from({ length: limits.triggers.perWorkflow }, (_, at) =>
      node(`More ${at}`, 'webhook', { path: `p${at}` }),
    )
    const { triggers, notes } = imported(node('Hook', 'webhook'), ...more)
    expect(triggers).toHaveLength(limits.triggers.perWorkflow)
    const lost = notes.filter(({ part, fate }) => part.startsWith('More') && fate === 'lost')
    expect(lost).toEqual([
      {
        part: `More ${limits.triggers.perWorkflow - 1}`,
        fate: 'lost',
        message: expect.stringMatching(/up to \d+ triggers.*not imported: `\{"path":"p\d+"\}`/),
      },
    ])
  })
})
