import type { Step } from '../definition.ts'
import type { Fields } from './read-keys.ts'
import type { SourceLocation } from './source-location.ts'

const tests = ['value_match', 'value_is_not', 'value_greater_than', 'value_less_than', 'value_between']

/** Rules between the keys of a rule that inserts steps. */
export function checkRule(rule: Fields, location: SourceLocation): void {
  const [first, ...others] = tests.filter((key) => Object.hasOwn(rule, key))
  for (const key of others) {
    location.child(key).warning('KEY_UNUSED', `${key} has no effect together with ${first}.`, { atKey: true })
  }
  const isWritten = tests.some((key) => location.child(key).node !== undefined)
  if (first === undefined && !isWritten)
    location.error('KEY_MISSING', `When does the rule apply? Set one of ${tests.join(', ')}.`)
  const steps = rule.steps_to_insert as unknown as readonly Step[]
  const at = location.child('steps_to_insert')
  if (at.node?.items?.length === 0) at.error('KEY_MISSING', 'The rule inserts nothing. Add a step to steps_to_insert.')
  for (const [index, step] of steps.entries()) checkInserted(step, at.child(index).inStep(step.name))
}

function checkInserted({ dependencies, dynamic_injection }: Step, location: SourceLocation): void {
  if (dependencies !== undefined) unused(location, 'dependencies', 'Inserted steps run in order.')
  if (dynamic_injection !== undefined) unused(location, 'dynamic_injection', 'An inserted step cannot insert others.')
}

function unused(location: SourceLocation, key: string, reason: string): void {
  location.child(key).warning('KEY_UNUSED', `${key} has no effect here. ${reason}`, { atKey: true })
}
