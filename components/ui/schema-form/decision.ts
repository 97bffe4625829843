import type { Json, JsonSchema } from '#core/json.ts'
import { uiTexts } from '../texts/ui.ts'
import { isDecision, type PropertyField, schemaField } from './schema-field.ts'

/** The one question of a form whose answer is the decision: shown in large letters, answered by a key. */
export interface Decision {
  /** The property that takes the answer. */
  readonly name: string
  readonly label: string
  readonly answers: readonly Answer[]
}

export interface Answer {
  readonly value: Json
  readonly label: string
  /** The keys of the choice; the first key is shown. */
  readonly keys: readonly string[]
  readonly tone: 'done' | 'failed' | 'idle'
}

/** Maximum number of choices: each has a key, and all are in view. */
const mostChoices = 9
const namesOfDecisions = /^(decision|outcome|verdict|resolution|action|choice|answer)$/i

/** The decision of a form: a required `approved` and the like, or else its one required choice. Null where there is none. */
export function decisionOf(schema: JsonSchema): Decision | null {
  const field = schemaField(schema)
  if (field.kind !== 'object') return null
  const yesOrNo = field.properties.find(isDecision)
  if (yesOrNo) return { name: yesOrNo.name, label: uiTexts.decision, answers: yesAndNo(yesOrNo) }
  const choices = field.properties.filter(isChoice)
  const named = choices.find(({ name }) => namesOfDecisions.test(name))
  const choice = named ?? (choices.length === 1 ? choices[0] : undefined)
  return choice ? { name: choice.name, label: choice.label, answers: answersOf(choice) } : null
}

function yesAndNo({ label }: PropertyField): readonly Answer[] {
  return [
    { value: true, label: /^approved?$/i.test(label) ? uiTexts.approve : label, keys: ['a'], tone: 'done' },
    { value: false, label: uiTexts.decline, keys: ['d', 'r'], tone: 'failed' },
  ]
}

function isChoice({ required, schema }: PropertyField): boolean {
  const field = schemaField(schema)
  return required && field.kind === 'choice' && field.options.length > 1 && field.options.length <= mostChoices
}

function answersOf({ schema }: PropertyField): readonly Answer[] {
  const field = schemaField(schema)
  if (field.kind !== 'choice') return []
  return field.options.map((value, index) => ({
    value,
    label: String(value),
    keys: [String(index + 1)],
    tone: 'idle',
  }))
}

/** The label of the submit button: the verb of the answer. */
export function verbOf(decision: Decision | null, answer: Json | undefined): string {
  if (answer === true) return 'Approve'
  if (answer === false) return 'Decline'
  const chosen = decision?.answers.find(({ value }) => value === answer)
  return chosen ? uiTexts.send(chosen.label) : 'Send'
}
