import { expect, it } from 'vitest'
import { act, connect, convert, node, reported } from './testing/flows.ts'

const fields = [
  { fieldLabel: 'Your name', requiredField: true },
  { fieldLabel: 'Amount', fieldType: 'number' },
  { fieldLabel: 'E-mail', fieldType: 'email' },
  { fieldLabel: 'Colour', fieldType: 'dropdown', fieldOptions: { values: [{ option: 'red' }, { option: 'blue' }] } },
  { fieldLabel: 'Parts', fieldType: 'dropdown', multiselect: true, fieldOptions: { values: [{ option: 'door' }, {}] } },
  { fieldLabel: 'Free', fieldType: 'dropdown' },
  { fieldType: 'html' },
]
const parameters = {
  formTitle: 'Order',
  formDescription: 'What do you need?',
  formFields: { values: fields },
  options: { zz: 1 },
}

it('a form becomes a trigger with the input schema that it asks for', () => {
  const { definition, notes, problems } = convert(
    [node('Form', 'formTrigger', parameters), act('A')],
    connect('Form>A'),
  )
  expect(definition.triggers).toEqual([{ type: 'form', access: 'owner', title: 'Order' }])
  expect(definition.input_schema).toEqual({
    type: 'object',
    description: 'What do you need?',
    required: ['Your name'],
    properties: {
      'Your name': { type: 'string', title: 'Your name' },
      Amount: { type: 'number', title: 'Amount' },
      'E-mail': { type: 'string', format: 'email', title: 'E-mail' },
      Colour: { type: 'string', enum: ['red', 'blue'], title: 'Colour' },
      Parts: { type: 'array', title: 'Parts', items: { type: 'string', enum: ['door'] } },
      Free: { type: 'string', title: 'Free' },
    },
  })
  expect(reported(notes)).toContain('changed Form')
  expect(notes.map(({ message }) => message).join(' ')).toContain('options')
  // The setting and the field that are no part of a form here.
  expect(problems).toEqual(['undefined NOT_IMPORTED', 'undefined NOT_IMPORTED'])
})

it('a form that is turned off, a second one, and one without fields', () => {
  const off = convert([node('Form', 'formTrigger', parameters, { disabled: true }), act('A')], {})
  expect(off.definition.triggers).toBeUndefined()
  const two = convert([node('First', 'formTrigger'), node('Second', 'formTrigger', parameters), act('A')], {})
  expect(two.definition.triggers).toEqual([{ type: 'form', access: 'owner' }])
  expect(two.definition.input_schema).toEqual({ type: 'object', properties: {} })
  expect(reported(two.notes)).toEqual(expect.arrayContaining(['changed First', 'lost Second']))
})

it('a workflow that others call is started by them', () => {
  const { notes } = convert([node('Called', 'executeWorkflowTrigger'), act('A')], connect('Called>A'))
  expect(reported(notes)).toContain('understood Called')
})
