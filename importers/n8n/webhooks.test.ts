import { describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
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
})
