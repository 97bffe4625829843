import type { Step } from '../definition.ts'
import type { Place } from './place.ts'
import type { Fields } from './read-keys.ts'

const tests = ['value_match', 'value_is_not', 'value_greater_than', 'value_less_than', 'value_between']

/** Rules between the keys of a rule that inserts steps. */
export function checkRule(rule: Fields, place: Place): void {
  const [first, ...others] = tests.filter((key) => Object.hasOwn(rule, key))
  for (const key of others) {
    place.child(key).warning('KEY_UNUSED', `${key} has no effect beside ${first}.`, { atKey: true })
  }
  const isWritten = tests.some((key) => place.child(key).node !== undefined)
  if (first === undefined && !isWritten)
    place.error('KEY_MISSING', `When does the rule apply? Give one of ${tests.join(', ')}.`)
  const steps = rule.steps_to_insert as unknown as readonly Step[]
  const at = place.child('steps_to_insert')
  if (at.node?.items?.length === 0) at.error('KEY_MISSING', 'The rule inserts nothing. Add a step to steps_to_insert.')
  for (const [index, step] of steps.entries()) checkInserted(step, at.child(index).inStep(step.name))
}

function checkInserted({ dependencies, dynamic_injection }: Step, place: Place): void {
  if (dependencies !== undefined) unused(place, 'dependencies', 'Inserted steps follow the one before them.')
  if (dynamic_injection !== undefined) unused(place, 'dynamic_injection', 'An inserted step does not insert more.')
}

function unused(place: Place, key: string, reason: string): void {
  place.child(key).warning('KEY_UNUSED', `${key} has no effect here. ${reason}`, { atKey: true })
}
