import { expect, test } from 'vitest'
import { world } from '../model/testing/session-world.ts'
import { addStep } from './step-commands.ts'
import { renameStep, titleStep } from './title-step.ts'

const stepsOf = ({ session }: ReturnType<typeof world>) =>
  session.document.store.getState().definition?.steps.map(({ name, title }) => (title ? `${name}: ${title}` : name)) ??
  []

test('the id of a new step is made from its title, and is unique', () => {
  const drawn = world()
  addStep(drawn.session, 'WAIT', { position: { x: 0, y: 900 } })
  const [created] = drawn.session.selection.store.getState().steps
  expect(titleStep(drawn.session, created as string, 'Cool  down, please')).toBe('Cool_down_please')
  expect(stepsOf(drawn).at(-1)).toBe('Cool_down_please: Cool down, please')
  expect(titleStep(drawn.session, 'Cool_down_please', 'Score')).toBe('Score_2')
  expect(stepsOf(drawn).at(-1)).toBe('Score_2: Score')
  expect(titleStep(drawn.session, 'Score_2', '発送')).toBe('Step_1')
  expect(stepsOf(drawn).at(-1)).toBe('Step_1: 発送')
})

test('no title is written where the id says the same; the title of a request for a person is a template', () => {
  const drawn = world()
  addStep(drawn.session, 'HUMAN', { position: { x: 0, y: 900 } })
  const [created] = drawn.session.selection.store.getState().steps
  expect(titleStep(drawn.session, created as string, 'Invoice approval')).toBe('Invoice_approval')
  expect(stepsOf(drawn).at(-1)).toBe('Invoice_approval')
  expect(titleStep(drawn.session, 'Invoice_approval', 'Approve {{ input.amount }} €')).toBe('Approve')
  expect(stepsOf(drawn).at(-1)).toBe('Approve: Approve {{ input.amount }} €')
})

test('the id of a step stays when its title changes later, and one undo takes a title back', () => {
  let at = 0
  const drawn = world({}, new Map(), new Map(), () => {
    at += 60_000
    return at
  })
  expect(titleStep(drawn.session, 'Score', '评分 🎯')).toBe('Score')
  expect(stepsOf(drawn)[0]).toBe('Score: 评分 🎯')
  const { text } = drawn.session.document.store.getState()
  expect(titleStep(drawn.session, 'Score', '评分 🎯')).toBe('Score')
  expect(drawn.session.document.store.getState().text).toBe(text)
  expect(titleStep(drawn.session, 'Score', '')).toBe('Score')
  expect(stepsOf(drawn)[0]).toBe('Score')
  drawn.session.document.undo()
  expect(stepsOf(drawn)[0]).toBe('Score: 评分 🎯')
})

test('a typed id is made valid, and references follow', () => {
  const drawn = world()
  renameStep(drawn.session, 'Pay', 'Pay out')
  expect(drawn.graph().nodes.map(({ id }) => id)).toContain('Pay_out')
  expect(drawn.graph().edges.map(({ id }) => id)).toContain('route:["Gate","Pay_out"]')
  renameStep(drawn.session, 'Pay_out', 'Pay_out')
  expect(drawn.graph().nodes.map(({ id }) => id)).toContain('Pay_out')
})
