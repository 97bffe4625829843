import { expect, it } from 'vitest'
import { functionChoice, kindChoices, stepNameOf, templateChoice, workflowChoice } from './choice.ts'
import { findChoices } from './find-choices.ts'

const mail = functionChoice({ name: 'reports.mail', doc: 'Sends the report.\nTo all.', signature: 'mail(context)' })
const functions = [mail, functionChoice({ name: 'orders.validate', doc: null, signature: 'validate(context)' })]
const all = [
  ...kindChoices,
  ...functions,
  workflowChoice('finance/Approval', 'finance/Approval'),
  templateChoice({ id: 'loan', name: 'LoanApproval', description: 'A person decides', text: 'steps: []' }),
]
const labels = (search: string) => findChoices(all, search).flatMap(({ choices }) => choices.map(({ label }) => label))

it('lists every kind under its category, and the beginning of the rest, without a search', () => {
  const groups = findChoices(all, '')
  expect(groups.map(({ group }) => group)).toEqual([
    ...['Do', 'Decide', 'Wait', 'Compose'],
    ...['Functions', 'Workflows', 'Templates'],
  ])
  expect(groups.slice(0, 4).flatMap(({ choices }) => choices)).toHaveLength(16)
  const many = Array.from({ length: 9 }, (_, at) => workflowChoice(`W${at}`, `W${at}`))
  expect(findChoices(many, '')).toMatchObject([{ isCut: true, choices: { length: 4 } }])
})

it('finds kinds, functions, workflows and templates by any word, the best first', () => {
  expect(labels('mail')).toEqual(['Send mail', 'reports.mail'])
  expect(labels('report')).toEqual(['reports.mail'])
  expect(labels('sends report')).toEqual(['reports.mail'])
  expect(labels('approval')).toEqual(['finance/Approval', 'LoanApproval'])
  expect(labels('function')[0]).toBe('Function')
  expect(labels('standard')[0]).toBe('Function')
  expect(labels('http')[0]).toBe('HTTP request')
  expect(labels('loan person')).toEqual(['LoanApproval'])
  expect(labels('zebra')).toEqual([])
})

it('finds a name that is nearly typed, and not one whose letters are merely scattered in it', () => {
  expect(labels('decsion')).toEqual(['Decision'])
  expect(labels('vldate')).toEqual(['orders.validate'])
  expect(labels('aprvl')).toEqual(['finance/Approval', 'LoanApproval'])
  expect(labels('hrq')).toEqual([])
})

it('a step of a function or of a workflow is complete', () => {
  expect(mail.description).toBe('Sends the report.')
  expect(mail.adds).toEqual({ step: { type: 'STANDARD', name: 'Mail', fields: { function: 'reports.mail' } } })
  expect(workflowChoice('finance/Approval', 'Approval of invoices').adds).toMatchObject({
    step: { type: 'SUB_WORKFLOW', name: 'Approval', fields: { sub_workflow_type: 'finance/Approval' } },
  })
  expect(stepNameOf('a.send_the-mail')).toBe('Send_The_Mail')
})

it('finds a workflow by its title and by its id', () => {
  const choices = [workflowChoice('inv_2', 'Approval of invoices')]
  for (const search of ['invoices', 'inv_2']) {
    expect(findChoices(choices, search)).toMatchObject([
      { choices: [{ label: 'Approval of invoices', description: 'inv_2' }] },
    ])
  }
})
