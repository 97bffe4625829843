import { expect, it } from 'vitest'
import { eraseName } from './erase-name.ts'

const erased = (value: unknown) => {
  const text = eraseName(JSON.stringify(value), 'p-7')
  return text === null ? null : JSON.parse(text)
}

it('erases the name of an actor, and keeps the id and everything else', () => {
  const events = [
    { type: 'workflow.run.created', payload: { actor: { id: 'p-7', name: 'Ana' }, input: { name: 'Ana', 'p-7': 1 } } },
    { type: 'workflow.human_task.decided', payload: { actor: { id: 'p-8', name: 'Ben' }, approved_by: ['p-7'] } },
  ]
  expect(erased(events)).toEqual([
    { ...events[0], payload: { ...events[0]?.payload, actor: { id: 'p-7', name: 'Erased person' } } },
    events[1],
  ])
})

it('finds the actor in commands, states and lists, at any depth', () => {
  const by = { id: 'p-7', name: 'Ana', groups: ['credit'] }
  const actor = { id: 'p-7', name: 'Ana' }
  expect(erased({ decided: { by }, approvals: [{ actor, input: { actor: 'p-7' } }] })).toEqual({
    decided: { by: { ...by, name: 'Erased person' } },
    approvals: [{ actor: { id: 'p-7', name: 'Erased person' }, input: { actor: 'p-7' } }],
  })
})

it('leaves texts that name others, or nobody, as they are', () => {
  for (const value of [
    { actor: { id: 'p-8', name: 'Ana' } },
    { actor: { id: 'p-7' } },
    { actor: 'p-7' },
    { person: { id: 'p-7', name: 'Ana' } },
    { actor: { id: 'p-7', name: 'Erased person' } },
    { actor: { id: 7, name: 'Ana' }, other: 'p-7' },
  ])
    expect(erased(value)).toBeNull()
})
