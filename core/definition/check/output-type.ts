import { anyType, typeOfSchema, type ValueType } from '../../expression/check/types.ts'
import type { Step } from '../definition.ts'
import { functionKey } from '../function-name.ts'

/** Types that functions return, by their key (`functionKey`). */
export type ResultTypes = ReadonlyMap<string, ValueType>

export const noResults: ResultTypes = new Map()

/** Type of a step's output: from its form, or from its function. */
export function outputOf(step: Step, results: ResultTypes): ValueType {
  switch (step.type) {
    case 'HUMAN':
      return step.function === undefined && step.form !== undefined ? typeOfSchema(step.form) : anyType
    case 'SIGNAL':
      return step.schema === undefined ? anyType : typeOfSchema(step.schema)
    case 'STANDARD':
    case 'ASYNC':
      return results.get(functionKey(step.function)) ?? anyType
    default:
      return anyType
  }
}
